#include "scanline/compute/scan_tile.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::compute {
namespace {

constexpr int least_partition = 256;
constexpr int most_partition = 16'384;
constexpr int most_in_shared_memory = 4096; // words, of the 32 KiB that every driver has, and some padding

struct Preference {
    ScanMethod method;
    int partition;       ///< elements of a tile
    int small_partition; ///< of arrays of few tiles
    int group;
};

// Measured on an H200 and on llvmpipe.
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
    const int most = chosen == ScanMethod::tree ? most_in_shared_memory / value_words : most_partition;
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
    if (!is_power_of_two(*partition) || *partition < least_partition || *partition > most)
        throw usage_error(
            fmt::format("a partition of {} elements cannot be scanned by the method {}: it takes "
                        "a power of two from {} to {}",
                        *partition, to_string(chosen), least_partition, most));
    return {shape(*partition)};
}

} // namespace scanline::compute
