#include "every_engine.h"
#include "scanline/compute/compact.h"
#include "scanline/compute/look_back.h"
#include "selection_check.h"

#include <catch2/catch_all.hpp>

namespace compact_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::EveryEngineTest;
using scanline::test::GuardedArray;
using scanline::test::make_flags;
using scanline::test::name_of;
using scanline::test::Others;
using scanline::test::Selection;
using scanline::test::SelectionTrial;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<Compact<float>> &&
              std::is_nothrow_move_constructible_v<Compact<float>> &&
              std::is_nothrow_move_assignable_v<Compact<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;
constexpr std::array compact_orders{ScanOrder::reduce_then_scan, ScanOrder::chained};

template <class T>
std::string compact_fault(const Compact<T>& compact, const std::vector<T>& values, const Numbers& flags,
                          const SelectionTrial& trial = {}) {
    return selection_fault(
        values, flags, Others::dropped, [&](auto... arrays) { compact(arrays...); }, trial);
}

// Every kind of selection at tile edges, one kind in turn elsewhere; at most a hundred tiles.
void check_selections(const Compact<std::uint32_t>& compact, std::uint64_t seed, std::int64_t tile) {
    Random random(seed);
    std::size_t turn = 0;
    for (const std::int64_t size : test::select_sizes(seed)) {
        if (size > 100 * tile)
            continue;
        for (const Selection selection : test::all_selections) {
            const bool every_kind = size == 2 * tile || size == 4 * tile + 1;
            if (!every_kind && turn++ % test::all_selections.size() != static_cast<std::size_t>(selection))
                continue;
            INFO("seed " << seed << ", " << to_string(selection) << " of " << size);
            const auto values = test::random_elements<std::uint32_t>(random, size);
            CHECK(compact_fault(compact, values, make_flags(selection, size, tile, random)) == "");
        }
    }
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of a compaction") {
    const Compact<float> compact(engine());
    const DeviceArray<float> a(std::vector<float>{3, 1, 7, 0, 4});
    const DeviceArray<std::uint32_t> flags(Numbers{1, 0, 1, 0, 1});
    DeviceArray<float> b(std::vector<float>{-1, -1, -1, -1, -1});
    DeviceArray<std::uint32_t> n(1);
    compact(a.view(), flags.view(), b.view(), n.view());
    CHECK(b.download() == std::vector<float>{3, 7, 4, -1, -1});
    CHECK(n.download() == Numbers{3});
}

TEST_CASE_METHOD(EveryEngineTest, "Flags of bytes select what flags of words do") {
    constexpr std::uint64_t seed = 317;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const ScanOrder order : compact_orders) {
            const Compact<std::uint32_t> by_bytes(*engine, {.order = order, .flags = FlagSize::byte});
            for (const std::int64_t size : {0, 1, 3, 4, 5, 2047, 2048, 20'011}) {
                for (const std::int64_t first : {0, 1, 4}) {
                    INFO(name_of(*engine)
                         << ", " << to_string(order) << ", " << size << " from word " << first);
                    const auto values = test::random_elements<std::uint32_t>(random, size);
                    std::vector<std::uint8_t> bytes;
                    Numbers expected;
                    for (const std::uint32_t value : values) {
                        bytes.push_back(
                            random.below(2) == 0 ? 0 : static_cast<std::uint8_t>(1u << random.below(8)));
                        if (bytes.back() != 0)
                            expected.push_back(value);
                    }
                    bytes.resize((bytes.size() + 3) / 4 * 4, 0xff); // what pads the last word selects nothing
                    GuardedArray<std::uint32_t> mask(static_cast<std::int64_t>(bytes.size()) / 4, first);
                    upload_bytes(mask.view().range(), std::as_bytes(std::span(bytes)));
                    const DeviceArray<std::uint32_t> input(values);
                    DeviceArray<std::uint32_t> output(static_cast<std::int64_t>(expected.size())), n(1);
                    by_bytes(input.view(), mask.view(), output.view(), n.view());
                    CHECK(n.download() == Numbers{static_cast<std::uint32_t>(expected.size())});
                    CHECK(test::difference(output.download(), expected) == "");
                }
            }
        }
    }
    const Partition<float> partition(engine(), {.flags = FlagSize::byte});
    const DeviceArray<float> a(std::vector<float>{3, 1, 7, 0, 4});
    const DeviceArray<std::uint32_t> mask(Numbers{0x00ff00ffu, 0x000000ffu});
    DeviceArray<float> b(5);
    DeviceArray<std::uint32_t> n(1);
    partition(a.view(), mask.view(), b.view(), n.view());
    CHECK(b.download() == std::vector<float>{3, 7, 4, 1, 0});
    CHECK(usage_message([&] { partition(a.view(), mask.view().part(0, 1), b.view(), n.view()); }) ==
          "partition: 1 elements given for the flags, 2 needed");
}

TEST_CASE_METHOD(EveryEngineTest, "Compactions by every method and order keep what is selected, in its order",
                 "[repeat]") {
    for (Engine* const engine : engines()) {
        for (const ScanOrder order : compact_orders) {
            for (const ScanMethod method : enumerators<ScanMethod>) {
                INFO(name_of(*engine) << ", " << to_string(method) << ", " << to_string(order));
                const Compact<std::uint32_t> compact(*engine, {.method = method, .order = order});
                check_selections(compact, 311, 2048);
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Tiles that keep silent are counted by those who wait for them",
                 "[drivers]") {
    for (const auto& engine : ComputeTest::engines()) {
        for (const ScanMethod method : enumerators<ScanMethod>) {
            for (const int silent : {1, 3}) {
                if (silent == 1 && method != ScanMethod::vertical)
                    continue; // the same walk needs no other program
                INFO(name_of(*engine) << ", " << to_string(method) << ", every " << silent << "th silent");
                const std::uint32_t before = engine->look_back().fallbacks();
                const Compact<std::uint32_t> compact(*engine, {.method = method,
                                                               .order = ScanOrder::chained,
                                                               .partition = 256,
                                                               .silent_tiles = silent});
                check_selections(compact, 312, 256);
                CHECK(engine->look_back().fallbacks() > before);
            }
        }
    }
}

TEMPLATE_TEST_CASE("Elements of every type are compacted, with all their bits", "", std::int32_t, float,
                   std::uint64_t, Pair) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 313;
    Random random(seed);
    for (Engine* const engine : {&gpu.engine(), gpu.engines().back()}) {
        const Compact<T> compact(*engine);
        for (const std::int64_t size : {1, 5, 2047, 8193, 20'011}) {
            for (const std::int64_t first : {64, 65}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " from " << first);
                const auto values = test::random_elements<T>(random, size);
                const Numbers flags = make_flags(Selection::half, size, 2048, random);
                CHECK(compact_fault(compact, values, flags, {first, 64, 65}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Elements, flags and output of a compaction begin anywhere") {
    constexpr std::uint64_t seed = 314;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const ScanOrder order : compact_orders) {
            const Compact<std::uint32_t> compact(*engine, {.order = order});
            for (const std::int64_t first : {0, 65, 66, 67}) {
                for (const std::int64_t size : {1, 6, 4096, 10'007}) {
                    INFO(name_of(*engine) << ", " << to_string(order) << ", seed " << seed << ", " << size
                                          << " from " << first);
                    const auto values = test::random_elements<std::uint32_t>(random, size);
                    const Numbers flags = make_flags(Selection::half, size, 2048, random);
                    CHECK(compact_fault(compact, values, flags, {first, 64, 64}) == "");
                    CHECK(compact_fault(compact, values, flags, {64, first, 64}) == "");
                    CHECK(compact_fault(compact, values, flags, {64, 64, first}) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU says how many elements are compacted, at most all") {
    constexpr std::uint64_t seed = 315;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const ScanOrder order : compact_orders) {
            const Compact<std::uint32_t> compact(*engine, {.order = order});
            for (const std::int64_t size : {0, 1, 2048, 6145, 40'000}) {
                const auto values = test::random_elements<std::uint32_t>(random, size);
                const Numbers flags = make_flags(Selection::half, size, 2048, random);
                for (const std::uint32_t count : test::edge_counts(size)) {
                    INFO(name_of(*engine)
                         << ", " << to_string(order) << ", seed " << seed << ", " << count << " of " << size);
                    CHECK(compact_fault(compact, values, flags, {.count = count}) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "An output that is too small takes what fits, and all are counted") {
    constexpr std::uint64_t seed = 316;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const ScanOrder order : compact_orders) {
            const Compact<std::uint32_t> compact(*engine, {.order = order});
            for (const std::int64_t size : {1, 2049, 10'000}) {
                const auto values = test::random_elements<std::uint32_t>(random, size);
                const Numbers flags = make_flags(Selection::most, size, 2048, random);
                const std::int64_t selected = size - std::count(flags.begin(), flags.end(), std::uint32_t{0});
                for (const std::int64_t capacity :
                     {std::int64_t{0}, std::int64_t{1}, selected / 2, selected - 1, selected, size + 10}) {
                    INFO(name_of(*engine) << ", " << to_string(order) << ", seed " << seed << ", " << size
                                          << " into " << capacity);
                    if (capacity >= 0)
                        CHECK(compact_fault(compact, values, flags, {.capacity = capacity}) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Without an output a compaction counts") {
    const Numbers flags{1, 0, 1, 0, 1};
    const DeviceArray<std::uint32_t> array(flags);
    DeviceArray<std::uint32_t> n(1);
    const Compact<std::uint32_t> compact(engine());
    compact(array.view(), array.view(), ArrayView<std::uint32_t>(), n.view());
    CHECK(n.download() == Numbers{3});
}

TEST_CASE_METHOD(EveryEngineTest, "Elements may be their own flags") {
    const DeviceArray<std::uint32_t> array(Numbers{3, 0, 7, 0, 0, 1});
    DeviceArray<std::uint32_t> output(6), n(1);
    const Compact<std::uint32_t> compact(engine());
    compact(array.view(), array.view(), output.view(), n.view());
    CHECK(download(output.view().part(0, 3)) == Numbers{3, 7, 1});
    CHECK(n.download() == Numbers{3});
}

TEST_CASE_METHOD(EveryEngineTest, "Of no elements none is selected") {
    for (const ScanOrder order : compact_orders) {
        const Compact<float> compact(engine(), {.order = order});
        DeviceArray<std::uint32_t> n(Numbers{7});
        compact(ArrayView<float>(), ArrayView<std::uint32_t>(), ArrayView<float>(), n.view());
        CHECK(n.download() == Numbers{0});
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A long array is compacted", "[repeat]") {
    constexpr std::uint64_t seed = 317;
    Random random(seed);
    const std::int64_t size = std::int64_t{1} << 22;
    const auto values = test::random_elements<std::uint32_t>(random, size);
    const Numbers flags = make_flags(Selection::runs, size, 2048, random);
    for (Engine* const engine : engines()) {
        for (const ScanOrder order : compact_orders) {
            INFO(name_of(*engine) << ", " << to_string(order) << ", seed " << seed);
            CHECK(compact_fault(Compact<std::uint32_t>(*engine, {.order = order}), values, flags) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A compaction gives the same in every run") {
    constexpr std::uint64_t seed = 318;
    Random random(seed);
    const auto values = test::random_elements<std::uint32_t>(random, 50'000);
    const Numbers flags = make_flags(Selection::half, 50'000, 256, random);
    const Compact<std::uint32_t> compact(engine(), {.order = ScanOrder::chained, .partition = 256});
    for (int run = 0; run < 20; ++run) {
        INFO("seed " << seed << ", run " << run);
        CHECK(compact_fault(compact, values, flags) == "");
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "Compactions allocate and compile nothing once they have been called twice") {
    for (const ScanOrder order : compact_orders) {
        const Compact<std::uint32_t> compact(engine(), {.order = order});
        const DeviceArray<std::uint32_t> input(Numbers(200'000, 1)), count(Numbers{1000});
        DeviceArray<std::uint32_t> output(200'000), n(1);
        const auto run = [&] {
            compact(input.view(), input.view(), output.view(), n.view());
            compact(input.view(), input.view(), output.view(), n.view(), count.view());
        };
        run();
        run(); // merges the scratch chunks of the first run
        const std::int64_t allocations = engine().arena().allocations();
        const std::int64_t look_back = engine().look_back().bytes();
        const std::size_t programs = engine().programs().size();
        for (int i = 0; i < 5; ++i)
            run();
        CHECK(engine().arena().allocations() == allocations);
        CHECK(engine().look_back().bytes() == look_back);
        CHECK(engine().programs().size() == programs);
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A compaction that is used wrongly says how") {
    const Compact<std::uint32_t> compact(engine());
    DeviceArray<std::uint32_t> array(20), words(5);
    const ArrayView<std::uint32_t> a = array.view(), n = words.view();
    const ArrayView<std::uint32_t> none;
    const GLuint buffer = a.range().buffer;
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 4), a.part(10, 5), n); }) ==
          "compact: 4 elements given for the flags, 5 needed");
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), a.part(4, 5), n); }) ==
          fmt::format("compact: the input (bytes 0 to 20 of buffer {}) and the output (bytes 16 to 36) "
                      "overlap: give them memory of their own",
                      buffer));
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), a.part(0, 5), n); }) ==
          fmt::format("compact: the input (bytes 0 to 20 of buffer {}) and the output (bytes 0 to 20) "
                      "overlap: give them memory of their own",
                      buffer));
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), a.part(10, 5), none); }) ==
          "compact: 0 elements given for the selected, at least 1 needed");
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), a.part(10, 5), n, none); }) ==
          "compact: 0 elements given for the count, at least 1 needed");
    CHECK(usage_message([&] { const Compact<float> wrong(engine(), {.order = ScanOrder::scan_then_add}); }) ==
          "a compaction in the order scan-then-add is not possible: use reduce-then-scan");
    CHECK(usage_message([&] {
              const Compact<float> wrong(engine(), {.method = ScanMethod::tree, .partition = 8192});
          }) == "a partition of 8192 elements cannot be scanned by the method tree: it takes a power of two "
                "from 256 to 4096");
}

TEST_CASE_METHOD(EveryEngineTest, "Arrays that are larger than a storage block are not compacted") {
    gl::Capabilities small = context.capabilities();
    small.max_storage_block = 1024;
    Engine other(small, {.tier = Tier::shared_memory, .chained = false}); // else it would try large scans
    const Compact<Pair> compact(other);
    DeviceArray<Pair> large(129), fits(10);
    DeviceArray<std::uint32_t> flags(129), n(1);
    const auto says = [&](std::string_view what) {
        return fmt::format("compact: the {} has 129 elements of pair (1032 bytes), but {} binds at most 1024 "
                           "bytes at once: work on parts of it",
                           what, small.renderer);
    };
    CHECK(usage_message([&] { compact(large.view(), flags.view(), fits.view(), n.view()); }) ==
          says("input"));
    CHECK(usage_message([&] { compact(fits.view(), flags.view().part(0, 10), large.view(), n.view()); }) ==
          says("output"));
}

TEST_CASE_METHOD(EveryEngineTest, "Compactions are chained where groups may wait for each other",
                 "[drivers]") {
    const DeviceArray<std::uint32_t> input(Numbers(100'000, 1));
    DeviceArray<std::uint32_t> output(100'000), n(1);
    for (const bool chained : {false, true}) {
        Engine engine(context.capabilities(), {.tier = Tier::shared_memory, .chained = chained});
        const Compact<std::uint32_t> compact(engine);
        compact(input.view(), input.view(), output.view(), n.view());
        CHECK(n.download() == Numbers{100'000});
        // Scratch for tiles or for their states, not both.
        CHECK((engine.arena().bytes() > 0) == !chained);
        CHECK((engine.look_back().bytes() > 0) == chained);
    }
}

} // namespace compact_gl_test
