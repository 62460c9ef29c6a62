#pragma once
#include "scanline/catalog/pass_twins.h"
#include "scanline/cube/device_query.h"

#include <map>
#include <string_view>

namespace scanline::catalog {

/// Twins of the passes whose wrong words hide: rows may be sorted well by wrong numbers, cells stay right if
/// a query looks at too much, and nothing reads the root's side link. tree and queries must outlive them.
std::map<std::string_view, PassTwins::Twin> cube_twins(const cube::Tree& tree,
                                                       const cube::DeviceQueries& queries);

} // namespace scanline::catalog
