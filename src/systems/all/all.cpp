#include "scanline/systems/all.h"

#include "scanline/systems/commands.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compute.h"
#include "scanline/systems/cpu_scan.h"
#include "scanline/systems/cube.h"
#include "scanline/systems/kdtree.h"
#include "scanline/systems/skyline.h"

#include <array>

namespace scanline::systems {

Systems all() {
    static const std::array systems{compaction_system(), primitives_system(), cpu_scan_system(),
                                    kdtree_system(),     skyline_system(),    cube_system(),
                                    commands_system()};
    return systems;
}

} // namespace scanline::systems
