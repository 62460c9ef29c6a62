#pragma once
#include "scanline/catalog/pass_twins.h"
#include "scanline/cube/device_query.h"

#include <map>
#include <string_view>

namespace scanline::catalog {

/// Twins of the passes whose wrong words hide: wrong numbers may sort rows and groups well, cells stay right
/// if a query looks at too much, and nothing reads the root's side link or what is behind the rows of merged
/// items. tree and queries must outlive them.
std::map<std::string_view, PassTwins::Twin> cube_twins(const cube::Tree& tree,
                                                       const cube::DeviceQueries& queries);

} // namespace scanline::catalog
