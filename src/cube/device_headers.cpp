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
    : sort_(engine, sort_options(shape)), headers_(engine, "cube/headers") {}

void HeaderTables::make(Words entries, DeviceTree& tree) const {
    const Words below_root = entries.part(1, tree.nodes() - 1);
    sort_(below_root, below_root, tree.side_link.part(1, below_root.size()));
    headers_.run(std::max(tree.nodes(), tree.header_first.size()),
                 {.pass = "headers",
                  .bindings = {{"levels", tree.levels.range()},
                               {"entries", below_root.range()},
                               {"side-links", tree.side_link.range()},
                               {"headers", tree.header_first.range()}},
                  .uniforms = {static_cast<std::uint32_t>(levels_of(tree.shape)),
                               static_cast<std::uint32_t>(tree.header_first.size())}});
}

} // namespace scanline::cube
