#include "compute_fixture.h"
#include "emulated_subgroups.h"
#include "scanline/compute/compact.h"
#include "scanline/compute/group_watch.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <numeric>

namespace group_watch_gl_test {

using namespace scanline;
using namespace scanline::compute;

namespace {

void check_times(const GroupWatch::Pass& pass) {
    for (int tile = 0; const GroupTimes& one : pass.tiles) {
        CAPTURE(pass.name, tile);
        CHECK(one.tile == tile++);
        CHECK(one.begins <= one.publishes);
        CHECK(one.publishes <= one.knows);
        CHECK(one.knows <= one.ends);
        CHECK((one.waits > 0) == one.waited_for.has_value());
        CHECK((!one.waited_for || *one.waited_for < one.tile));
    }
}

struct WatchTest : test::ComputeTest {
    test::EmulatedSubgroups subgroups;
    std::unique_ptr<Engine> emulated = subgroups.make_engine(capabilities());

    std::vector<Engine*> watched_engines() {
        if (const std::string reason = GroupWatch::why_not(engine()); !reason.empty()) {
            WARN("not watched: " << reason);
            return {};
        }
        std::vector<Engine*> all;
        for (const auto& one : engines())
            all.push_back(one.get());
        if (emulated)
            all.push_back(emulated.get());
        return all;
    }
};

template <class Make>
auto make_watched(Engine& engine, GroupWatch& watch, Make make) {
    engine.set_watch(&watch);
    auto made = make();
    engine.set_watch(nullptr);
    return made;
}

} // namespace

TEST_CASE_METHOD(WatchTest, "A watched scan tells for every tile when it began, published, knew and ended") {
    constexpr int tile_size = 256;
    std::vector<std::uint32_t> wanted(20 * tile_size - 7, 1);
    const DeviceArray<std::uint32_t> ones(wanted);
    DeviceArray<std::uint32_t> sums(ones.size());
    std::iota(wanted.begin(), wanted.end(), 1u);
    for (Engine* engine : watched_engines()) {
        for (const int silent : {0, 3}) {
            INFO(to_string(engine->tier()) << ", silent " << silent);
            GroupWatch watch(*engine);
            const ScanOptions options{
                .order = ScanOrder::chained, .partition = tile_size, .silent_tiles = silent};
            const auto scan =
                make_watched(*engine, watch, [&] { return Scan<std::uint32_t>(*engine, options); });
            const Scan<std::uint32_t> unwatched(*engine, options);
            unwatched(ones.view(), sums.view());
            CHECK(watch.take().empty());
            scan(ones.view(), sums.view());
            CHECK(sums.download() == wanted);
            const std::vector<GroupWatch::Pass> passes = watch.take();
            REQUIRE(passes.size() == 1);
            const GroupWatch::Pass& pass = passes[0];
            CHECK(pass.name == "scan-tile");
            CHECK(pass.tiles.size() == 20);
            check_times(pass);
            CHECK(std::ranges::min(pass.tiles, {}, &GroupTimes::begins).begins == 0);
            // A tile that says nothing holds up the one after it.
            if (silent > 0) {
                CHECK(pass.tiles[3].waits > 0);
                CHECK(pass.tiles[3].waited_for == 2);
            }
            CHECK(watch.take().empty());
        }
    }
}

TEST_CASE_METHOD(WatchTest, "Compactions and the passes of sorts are watched too, other passes are not") {
    std::vector<std::uint32_t> values(9000), sorted(values.size());
    std::iota(values.rbegin(), values.rend(), 1u);
    std::iota(sorted.begin(), sorted.end(), 1u);
    const DeviceArray<std::uint32_t> input(values);
    DeviceArray<std::uint32_t> output(input.size()), count(1);
    for (Engine* engine : watched_engines()) {
        INFO(to_string(engine->tier()));
        GroupWatch watch(*engine);
        const auto compact = make_watched(*engine, watch, [&] {
            return Compact<std::uint32_t>(*engine, {.order = ScanOrder::chained, .partition = 1024});
        });
        compact(input.view(), input.view(), output.view(), count.view());
        CHECK(output.download() == values);
        std::vector<GroupWatch::Pass> passes = watch.take();
        REQUIRE(passes.size() == 1);
        CHECK(passes[0].tiles.size() == 9);
        check_times(passes[0]);

        const auto sort =
            make_watched(*engine, watch, [&] { return RadixSort<std::uint32_t>(*engine, {.end_bit = 16}); });
        sort(input.view(), output.view());
        CHECK(output.download() == sorted);
        passes = watch.take();
        // Without lanes a sort has no sweeps; its scans are watched.
        if (engine == emulated.get())
            CHECK(passes.size() == 2);
        std::ranges::for_each(passes, check_times);
    }
}

} // namespace group_watch_gl_test
