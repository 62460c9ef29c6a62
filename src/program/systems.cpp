#include "scanline/program/systems.h"

#include "scanline/systems/compaction.h"
#include "scanline/systems/compute.h"
#include "scanline/systems/cpu_scan.h"
#include "scanline/systems/cube.h"
#include "scanline/systems/kdtree.h"
#include "scanline/systems/skyline.h"

#include <array>

namespace scanline::program {

catalog::Systems systems() {
    static const std::array all{catalog::compaction_system(), catalog::primitives_system(),
                                catalog::cpu_scan_system(),   catalog::kdtree_system(),
                                catalog::skyline_system(),    catalog::cube_system()};
    return all;
}

} // namespace scanline::program
