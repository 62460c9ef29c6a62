#include "program.h"

#include "scanline/core/memory.h"
#include "scanline/systems/all.h"

int main(int argc, char** argv) {
    scanline::share_huge_pages();
    return scanline::cli::run(scanline::systems::all, argc, argv);
}
