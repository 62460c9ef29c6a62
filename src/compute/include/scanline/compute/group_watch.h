#pragma once
#include "scanline/compute/device_array.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::compute {

class Engine;

/// The work of a tile's group in a chained pass. Times are microseconds since the first group began.
struct GroupTimes {
    int tile = 0;
    int processor = 0; ///< the multiprocessor; 0 where the driver does not tell
    double begins = 0;
    double publishes = 0;            ///< the tile's total
    double knows = 0;                ///< what lies before the tile
    double ends = 0;                 ///< all results are written
    int waits = 0;                   ///< looks of the first lane that found nothing
    std::optional<int> waited_for{}; ///< the tile of the last one
    std::uint32_t lanes = 0;         ///< those that found something in the last look, a bit each
};

/// Records what groups do in chained passes, by the clocks of the GPU. It watches the scans, compactions and
/// radix sorts that are constructed while it is set in the engine.
///
///     GroupWatch watch(engine);
///     engine.set_watch(&watch);
///     const Scan<int> scan(engine, {.order = ScanOrder::chained});
///     engine.set_watch(nullptr);
///     scan(input, output);
///     for (const GroupTimes& tile : watch.take().back().tiles) ...
class GroupWatch {
public:
    /// Returns why this driver cannot be watched, in a few words; empty if it can.
    static std::string why_not(const Engine& engine);

    /// Compares the clocks of the multiprocessors, which takes some milliseconds. Errors: no_opengl if
    /// why_not().
    explicit GroupWatch(Engine& engine);

    struct Pass {
        std::string name; ///< for observers: "scan-tile"
        std::vector<GroupTimes> tiles;
    };
    /// Returns the passes recorded since the last call, in order. Waits for the GPU.
    std::vector<Pass> take();

    /// Called by kernels before a chained pass.
    void begin_pass(std::string_view name, std::int64_t tiles);

private:
    struct Recorded {
        std::string name;
        DeviceArray<std::uint32_t> words;
    };

    void compare_clocks(Engine& engine);

    std::map<std::uint32_t, double> offsets_; ///< of each multiprocessor's clock, in cycles
    double cycles_a_microsecond_ = 1;
    std::vector<Recorded> recorded_;
};

} // namespace scanline::compute
