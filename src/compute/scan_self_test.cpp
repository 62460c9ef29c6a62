#include "scanline/compute/scan_self_test.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/scan.h"

#include <algorithm>
#include <numeric>

namespace scanline::compute {
namespace {

constexpr std::int64_t tiles = 700; // more than run at once on most hardware
constexpr int rounds = 8;

} // namespace

bool chained_scan_works(Engine& engine) {
    for (const int silent : {0, 7}) {
        const Scan<std::uint32_t> scan(engine, {.order = ScanOrder::chained, .silent_tiles = silent});
        std::vector<std::uint32_t> expected(static_cast<std::size_t>(tiles * scan.partition() - 1), 1);
        const DeviceArray<std::uint32_t> ones(expected);
        DeviceArray<std::uint32_t> sums(ones.size());
        std::iota(expected.begin(), expected.end(), 1u);
        for (int round = 0; round < rounds; ++round) {
            scan(ones.view(), sums.view());
            if (sums.download() != expected)
                return false;
        }
    }
    return true;
}

} // namespace scanline::compute
