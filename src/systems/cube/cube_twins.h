#pragma once
#include "scanline/cube/device_query.h"
#include "scanline/systems/pass_twins.h"

#include <map>
#include <string_view>

namespace scanline::systems {

/// Twins of the passes whose faults could stay hidden: wrong words may still sort rows and groups correctly,
/// a query that visits too many nodes still finds its cell, and nothing reads the root's side link or the
/// word after the rows of merged items. tree and queries must outlive them.
std::map<std::string_view, PassTwins::Twin> cube_twins(const cube::Tree& tree,
                                                       const cube::DeviceQueries& queries);

} // namespace scanline::systems
