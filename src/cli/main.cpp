#include "run.h"

#include "scanline/program/systems.h"

int main(int argc, char** argv) {
    return scanline::cli::run(scanline::program::systems(), argc, argv);
}
