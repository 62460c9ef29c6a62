#pragma once
#include "scanline/catalog/system.h"

namespace scanline::program {

/// The systems of this program, in the order in which it lists them.
catalog::Systems systems();

} // namespace scanline::program
