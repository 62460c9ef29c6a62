#pragma once
#include "scanline/catalog/system.h"

namespace scanline::catalog {

/// The entries and checks of skylines.
System skyline_system();

} // namespace scanline::catalog
