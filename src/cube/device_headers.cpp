#include "device_headers.h"

#include <algorithm>
#include <bit>

namespace scanline::cube {

namespace {

compute::RadixSortOptions sort_options(const Shape& shape) {
    const auto entries = static_cast<std::uint64_t>(header_entries(shape));
    return {.end_bit = std::clamp(static_cast<int>(std::bit_width(entries)), 1, compute::key_bits)};
}

} // namespace

HeaderTables::HeaderTables(compute::Engine& engine, const Shape& shape)
    : sort_(engine, sort_options(shape)), side_links_(engine, "cube/side_links"),
      headers_(engine, "cube/headers") {}

void HeaderTables::make(Words entries, DeviceTree& tree) const {
    const auto levels = static_cast<std::uint32_t>(levels_of(tree.shape));
    const Words below_root = entries.part(1, tree.nodes() - 1);
    sort_(below_root, below_root, tree.side_link.view().part(1, below_root.size()));
    side_links_.run(tree.nodes(), {.pass = "side-links",
                                   .bindings = {{"levels", tree.levels.view().range()},
                                                {"side-links", tree.side_link.view().range()}},
                                   .uniforms = {levels}});
    headers_.run(tree.header_first.size(), {.pass = "headers",
                                            .bindings = {{"entries", below_root.range()},
                                                         {"levels", tree.levels.view().range()},
                                                         {"headers", tree.header_first.view().range()}},
                                            .uniforms = {levels}});
}

} // namespace scanline::cube
