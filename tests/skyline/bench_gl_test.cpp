#include "scanline/core/clock.h"
#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/generate.h"

#include "scanline/gl/context.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace scanline::skyline::bench_gl_test {

// SCANLINE_SKYLINE_BENCH="independent 1000000 12 sky-cells 9" skyline_gl_test "[.bench]"
TEST_CASE("Time of a skyline on the GPU, upload included", "[.bench]") {
    const char* const asked = std::getenv("SCANLINE_SKYLINE_BENCH");
    if (asked == nullptr)
        return;
    std::istringstream words(asked);
    std::string kind_name, algorithm_name;
    std::int64_t rows = 0;
    int dimensions = 0, repetitions = 0;
    words >> kind_name >> rows >> dimensions >> algorithm_name >> repetitions;
    const auto* const kind =
        std::ranges::find_if(all_kinds, [&](Kind any) { return to_string(any) == kind_name; });
    const auto* const algorithm = std::ranges::find_if(
        all_device_algorithms, [&](DeviceAlgorithm any) { return to_string(any) == algorithm_name; });
    REQUIRE((kind != all_kinds.end() && algorithm != all_device_algorithms.end()));
    const points::PointCloud<float> table = generate(*kind, rows, dimensions, 1);
    const Keys keys = keys_of<float>(table.points());
    gl::Context context = gl::Context::headless();
    compute::Engine engine(context.capabilities());
    const DeviceSkyline counted(engine, dimensions, {*algorithm, true}),
        find(engine, dimensions, {*algorithm});
    const Counters counters = counted(keys).counters;
    std::vector<double> times;
    std::size_t ids = 0;
    for (int i = 0; i <= repetitions; ++i) {
        const Stopwatch watch(steady_time);
        ids = find(keys).ids.size();
        if (i > 0)
            times.push_back(watch.milliseconds());
    }
    std::ranges::sort(times);
    std::cout << asked << ": " << ids << " ids, median " << times[times.size() / 2] << " ms, least "
              << times.front() << " ms, " << counters.dominance_tests << " dominance tests, "
              << counters.mask_tests << " mask tests\n";
}

} // namespace scanline::skyline::bench_gl_test
