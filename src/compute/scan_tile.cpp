#include "scanline/compute/scan_tile.h"
#include "scanline/compute/scan_limits.h"

#include <algorithm>

namespace scanline::compute {
namespace {

struct Preference {
    ScanMethod method;
    int partition;       ///< elements of a tile
    int small_partition; ///< of arrays of few tiles
    int group;
};

// Measured on an H200 and on llvmpipe. None is a tree, so that each takes the partitions of no method.
Preference preference(const Engine& engine) {
    if (engine.capabilities().software)
        return {ScanMethod::vertical, 2048, 2048, 8};
    if (engine.tier() == Tier::subgroup)
        return {ScanMethod::horizontal, 8192, 2048, 512};
    return {ScanMethod::vertical, 2048, 2048, 128};
}

} // namespace

gl::Specialization TileShape::constants() const {
    return {{"METHOD", std::to_string(static_cast<int>(method))}, {"ITEMS", std::to_string(items)}};
}

TileShapes tile_shapes(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition,
                       int value_words) {
    const Preference best = preference(engine);
    const ScanMethod chosen = method.value_or(best.method);
    const int most = partition_limits(chosen, value_words).most;
    const auto shape = [&](int elements) {
        // A row, where there are rows, must be whole, and an invocation works on at least four elements.
        const int group = std::clamp(best.group, engine.lanes(), elements / 4);
        return TileShape{chosen, group, elements / group};
    };
    if (!partition) {
        const bool has_small = best.small_partition < std::min(best.partition, most);
        return {shape(std::min(best.partition, most)),
                has_small ? std::optional(shape(best.small_partition)) : std::nullopt};
    }
    return {shape(*partition)};
}

} // namespace scanline::compute
