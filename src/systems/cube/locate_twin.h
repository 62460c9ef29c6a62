#pragma once
#include "scanline/catalog/pass_twins.h"
#include "scanline/cube/device_query.h"

namespace scanline::catalog {

/// The twin of the pass that finds what queries must look at, see shaders/cube/locate.comp: cells stay right
/// if a query looks at too much. The arguments must outlive it.
PassTwins::Twin locate_twin(const cube::Tree& tree, const cube::DeviceQueries& queries);

} // namespace scanline::catalog
