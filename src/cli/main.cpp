#include "program.h"

#include "scanline/systems/all.h"

int main(int argc, char** argv) {
    return scanline::cli::run(scanline::systems::all(), argc, argv);
}
