#pragma once
#include "scanline/systems/system.h"

namespace scanline::systems {

/// The systems of this program, in the order in which it lists them.
Systems all();

} // namespace scanline::systems
