#include "scanline/compute/engine_thread.h"

#include "scanline/compute/device_array.h"
#include "scanline/compute/scan.h"

#include <catch2/catch_all.hpp>

#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scanline::compute::engine_thread_gl_test {

TEST_CASE("Engines on threads of their own work, each in the order it was asked") {
    const std::vector<gl::ContextRequest> devices = gl::spread_over_devices(2);
    EngineThread first(devices[0]), second(devices[1]);
    CHECK_FALSE(first.capabilities().renderer.empty());
    const std::vector<std::uint32_t> ones(10'000, 1);
    std::vector<std::uint32_t> expected(ones.size());
    std::iota(expected.begin(), expected.end(), 1u);
    std::unique_ptr<DeviceArray<std::uint32_t>> arrays[2];
    EngineThread* const threads[]{&first, &second};
    std::vector<std::future<std::vector<std::uint32_t>>> results;
    for (std::size_t i = 0; i < 2; ++i) {
        threads[i]->run([&, i](Engine&) { arrays[i] = std::make_unique<DeviceArray<std::uint32_t>>(ones); });
        results.push_back(threads[i]->run([&, i](Engine& engine) {
            const Scan<std::uint32_t> scan(engine);
            scan(arrays[i]->view(), arrays[i]->view());
            return arrays[i]->download();
        }));
    }
    for (auto& result : results)
        CHECK((result.get() == expected));
    for (std::size_t i = 0; i < 2; ++i)
        threads[i]->run([&, i](Engine&) { arrays[i].reset(); }).wait();
}

TEST_CASE("What work on an engine's thread throws comes out of its future, and the thread goes on") {
    EngineThread thread{gl::ContextRequest{}};
    auto fails = thread.run([](Engine&) -> int { throw std::runtime_error("no"); });
    auto works = thread.run([](Engine&) { return std::this_thread::get_id(); });
    CHECK_THROWS_WITH(fails.get(), "no");
    CHECK(works.get() != std::this_thread::get_id());
}

TEST_CASE("A thread whose context cannot be had is refused where it is made") {
    CHECK_THROWS_WITH(EngineThread(gl::ContextRequest{.device = 99}),
                      Catch::Matchers::ContainsSubstring("99"));
}

TEST_CASE("An engine's thread ends behind the work that it was asked for") {
    int done = 0;
    {
        EngineThread thread{gl::ContextRequest{}};
        for (int i = 0; i < 20; ++i)
            thread.run([&](Engine&) { ++done; });
    }
    CHECK(done == 20);
}

} // namespace scanline::compute::engine_thread_gl_test
