// Specifics of chained scans: silent tiles, published states, and when the engine allows them.
#include "scan_check.h"
#include "scanline/compute/look_back.h"
#include "support/shader_folder.h"
#include "support/values.h"

#include <catch2/catch_all.hpp>

namespace scan_chained_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::Values;

namespace {

constexpr int partition = 256;
constexpr std::int64_t many_tiles = 1040;
constexpr std::int64_t many = many_tiles * partition - 100;

ScanOptions chained(ScanMethod method, int silent_tiles = 0) {
    return {
        .method = method, .order = ScanOrder::chained, .partition = partition, .silent_tiles = silent_tiles};
}

// The number of silent tiles with a waiting tile after them.
std::uint32_t silent_of(std::int64_t tiles, int every) {
    return static_cast<std::uint32_t>((tiles - 1) / every);
}

template <class T>
std::vector<T> scanned(const Scan<T>& scan, const DeviceArray<T>& input) {
    DeviceArray<T> output(input.size());
    scan(input.view(), output.view());
    return output.download();
}

std::string ones_fault(const Scan<std::uint32_t>& scan, const ScanOptions& options, std::int64_t size) {
    return test::scan_fault(scan, options, std::vector<std::uint32_t>(static_cast<std::size_t>(size), 1));
}

} // namespace

TEST_CASE_METHOD(ComputeTest, "A tile that keeps silent is reduced by those who wait for it",
                 "[drivers][repeat]") {
    constexpr std::uint64_t seed = 101;
    Random random(seed);
    const std::vector<std::uint32_t> values =
        test::make_values<std::uint32_t>(Values::random, many, partition, random);
    // Programs compile slowly, so the tiers take turns.
    std::size_t turn = 0;
    for (const auto& [method, every] : {std::pair(ScanMethod::vertical, std::vector{2, 3, 8, 512}),
                                        std::pair(ScanMethod::horizontal, std::vector{512, 2}),
                                        std::pair(ScanMethod::tree, std::vector{2, 8})}) {
        for (const int silent : every) {
            Engine& engine = *other_engines()[turn++ % other_engines().size()];
            const ScanOptions options = chained(method, silent);
            const Scan<std::uint32_t> scan(engine, options);
            INFO(test::description(engine, scan, options) << ", silent " << silent << ", seed " << seed);
            // The count of fallbacks restarts when the states must grow.
            CHECK(test::scan_fault(scan, options, values) == "");
            const std::uint32_t before = engine.look_back().fallbacks();
            CHECK(test::scan_fault(scan, options, values) == "");
            CHECK(engine.look_back().fallbacks() - before >= silent_of(many_tiles, silent));
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Silent tiles change no bit of a result, of floats neither", "[drivers]") {
    constexpr std::uint64_t seed = 102;
    Random random(seed);
    std::vector<float> floats = test::make_values<float>(Values::random, 40'000, partition, random);
    for (float& value : floats)
        value *= static_cast<float>(random.unit());
    const DeviceArray<float> input(floats);
    std::size_t turn = 0;
    for (const auto& [method, op] : {std::pair(ScanMethod::horizontal, Operator::sum),
                                     {ScanMethod::tree, Operator::sum},
                                     {ScanMethod::vertical, Operator::sum},
                                     {ScanMethod::horizontal, Operator::min},
                                     {ScanMethod::tree, Operator::max}}) {
        Engine& engine = *other_engines()[turn++ % other_engines().size()];
        ScanOptions options = chained(method);
        options.op = op;
        const std::vector<float> expected = scanned(Scan<float>(engine, options), input);
        options.silent_tiles = 3;
        const Scan<float> scan(engine, options);
        INFO(test::description(engine, scan, options) << ", seed " << seed);
        for (int repeat = 0; repeat < 5; ++repeat)
            CHECK(test::first_difference(scanned(scan, input), expected) == "");
    }
}

TEST_CASE_METHOD(ComputeTest, "A state of which one half is there is not believed") {
    // States of silent tiles as if caught while publishing: 256 ones each, so the sum is 256.
    constexpr std::uint32_t low_half = 256u << 16, garbage = 0xabcd0000u;
    constexpr std::int64_t tiles = 10;
    for (const std::unique_ptr<Engine>& engine : other_engines()) {
        const ScanOptions options = chained(ScanMethod::vertical, 2);
        const Scan<std::uint32_t> scan(*engine, options);
        const LookBack::Round round = [&] {
            const gl::ComputeStateGuard guard;
            return engine->look_back().begin(tiles);
        }();
        const std::uint32_t now = round.epoch + 1,
                            before = round.epoch; // epochs of the next scan and of the last one
        const auto set = [&](std::int64_t tile, std::uint32_t total_high, std::uint32_t total_low,
                             std::uint32_t prefix_high, std::uint32_t prefix_low) {
            upload<std::uint32_t>(ArrayView<std::uint32_t>::wrap(round.states.buffer, 4 + 4 * tile, 4),
                                  std::vector{total_high, total_low, prefix_high, prefix_low});
        };
        set(1, now, garbage | before, 0, 0);
        set(3, garbage | before, low_half | now, 0, 0);
        // A complete total, which counts, and half a prefix.
        set(5, now, low_half | now, now, garbage | before);
        set(7, now, low_half | now, garbage | before, garbage | now);
        INFO(test::description(*engine, scan, options));
        CHECK(ones_fault(scan, options, tiles * partition) == "");
        // At least the first two.
        CHECK(engine->look_back().fallbacks() >= 2);
    }
}

TEST_CASE_METHOD(ComputeTest, "Chained scans in place are right with as many tiles as there may be at once",
                 "[drivers][repeat]") {
    constexpr std::uint64_t seed = 103;
    Random random(seed);
    for (const std::unique_ptr<Engine>& engine : other_engines()) {
        for (const ScanMethod method : enumerators<ScanMethod>) {
            const ScanOptions options = chained(method);
            const Scan<std::uint32_t> scan(*engine, options);
            INFO(test::description(*engine, scan, options) << ", seed " << seed);
            for (int repeat = 0; repeat < 5; ++repeat)
                CHECK(test::scan_fault(
                          scan, options,
                          test::make_values<std::uint32_t>(Values::random, many, partition, random),
                          {.in_place = true}) == "");
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "A chained scan is right when the rounds have gone round", "[drivers]") {
    Engine& engine = *other_engines().front();
    const ScanOptions options = chained(ScanMethod::vertical, 2);
    const Scan<std::uint32_t> scan(engine, options);
    constexpr std::int64_t tiles = 200;
    constexpr std::uint32_t last = 65'535;
    const auto skip_to = [&](std::uint32_t epoch) {
        const gl::ComputeStateGuard guard;
        while (engine.look_back().begin(1).epoch != epoch)
            ;
    };
    // States of silent tiles stay in memory, and would be trusted in a later round with the same epoch.
    const std::vector<std::uint32_t> threes(static_cast<std::size_t>(tiles * partition), 3);
    CHECK(test::scan_fault(scan, options, threes) == ""); // 1
    skip_to(last);
    CHECK(ones_fault(scan, options, tiles * partition) == ""); // 1 again
    CHECK(engine.look_back().fallbacks() >= silent_of(tiles, 2));
    skip_to(last - 1);
    CHECK(test::scan_fault(scan, options, threes) == "");      // the last one
    CHECK(ones_fault(scan, options, tiles * partition) == ""); // 1 once more
    CHECK(engine.look_back().begin(1).epoch == 2);
}

TEST_CASE_METHOD(ComputeTest, "Chained scans of few tiles and of many take turns", "[drivers]") {
    // States of a large scan remain during small ones, and the buffer grows in between.
    gl::Capabilities hardware = other_engines().front()->capabilities();
    Engine engine(hardware, {.tier = Tier::shared_memory, .chained = true});
    const ScanOptions options = chained(ScanMethod::tree);
    const Scan<std::uint32_t> scan(engine, options);
    for (const std::int64_t tiles : {1, 3, 1000, 2, 5000, 1, 1000, 5001, 4}) {
        INFO(tiles << " tiles");
        CHECK(ones_fault(scan, options, tiles * partition - 1) == "");
    }
}

TEST_CASE_METHOD(ComputeTest, "Chained scans are chosen where they are allowed", "[drivers]") {
    Engine allowed(capabilities(), {.tier = Tier::shared_memory, .chained = true});
    CHECK(allowed.chained_allowed());
    CHECK(Scan<std::uint32_t>(allowed).order() == ScanOrder::chained);
    if (capabilities().shader_int64)
        CHECK(Scan<std::uint64_t>(allowed).order() == ScanOrder::reduce_then_scan);
    Engine forbidden(capabilities(), {.tier = Tier::shared_memory, .chained = false});
    CHECK_FALSE(forbidden.chained_allowed());
    CHECK(Scan<std::uint32_t>(forbidden).order() == ScanOrder::reduce_then_scan);
    // An explicit order is used.
    CHECK(Scan<std::uint32_t>(forbidden, {.order = ScanOrder::chained}).order() == ScanOrder::chained);
}

TEST_CASE_METHOD(ComputeTest, "Where chained scans come out wrong another order is chosen", "[drivers]") {
    gl::Capabilities hardware = capabilities();
    hardware.software = false;
    test::ShaderFolder shaders;
    shaders.replace("compute/scan_tile.comp", "return bits_of(plain_of(value)) << 16 | u_epoch;",
                    "return bits_of(plain_of(value)) << 15 | u_epoch;");
    Engine engine(hardware, {.tier = Tier::shared_memory, .shaders = shaders.store()});
    CHECK_FALSE(engine.chained_allowed());
    const Scan<std::uint32_t> scan(engine);
    CHECK(scan.order() == ScanOrder::reduce_then_scan);
    CHECK(ones_fault(scan, {}, 5000) == "");
}

TEST_CASE_METHOD(ComputeTest, "An engine that is left the choice tries chained scans on hardware alone, once",
                 "[drivers]") {
    gl::Capabilities software = capabilities(), hardware = capabilities();
    software.software = true;
    hardware.software = false;
    Engine never(software, {.tier = Tier::shared_memory});
    CHECK_FALSE(never.chained_allowed());
    CHECK(never.look_back().bytes() == 0);

    Engine tried(hardware, {.tier = Tier::shared_memory});
    CHECK(tried.look_back().bytes() == 0);
    CHECK(tried.chained_allowed());
    CHECK(tried.look_back().bytes() > 0);
    CHECK(tried.look_back().fallbacks() > 0);
    const std::size_t programs = tried.programs().size();
    const std::uint32_t epoch = tried.look_back().begin(1).epoch;
    CHECK(tried.chained_allowed());
    CHECK(tried.programs().size() == programs);
    CHECK(tried.look_back().begin(1).epoch == epoch + 1);
}

} // namespace scan_chained_gl_test
