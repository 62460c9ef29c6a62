// The code for KHR_shader_subgroup, on a software renderer without it.
#include "emulated_subgroups.h"
#include "scanline/compute/compact.h"
#include "scanline/compute/look_back.h"
#include "scanline/compute/reduce.h"
#include "segmented_sort_check.h"
#include "selection_check.h"

#include <catch2/catch_all.hpp>
#include <numeric>

namespace emulated_subgroups_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::make_flags;
using scanline::test::Others;
using scanline::test::Selection;
using scanline::test::sort_fault;

namespace {

using Numbers = std::vector<std::uint32_t>;

class EmulatedSubgroupsTest : public test::GlTest {
protected:
    /// An engine of Tier::subgroup; none if it cannot or need not be emulated.
    std::unique_ptr<Engine> make_engine(bool as_software, bool chained = true) {
        return shaders_.make_engine(context.capabilities(), chained, as_software);
    }

    /// Sizes around the groups and tiles of the tiers with lanes.
    static constexpr std::array<std::int64_t, 12> sizes{0,    1,    255,  257,    4095,   4096,
                                                        4097, 8191, 8193, 12'288, 20'011, 65'521};

    /// Every kind of keys at tile edges, one kind in turn elsewhere: emulated sorts are slow.
    static std::vector<std::pair<std::int64_t, test::Keys>> sizes_and_kinds() {
        std::vector<std::pair<std::int64_t, test::Keys>> list;
        for (const test::Keys kind : test::all_keys)
            list.emplace_back(4097, kind);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            list.emplace_back(sizes[i], test::all_keys[i % test::all_keys.size()]);
        return list;
    }

private:
    test::EmulatedSubgroups shaders_;
};

template <class T, class Run>
void check_selections(std::uint64_t seed, std::span<const std::int64_t> sizes, Others others, Run run) {
    Random random(seed);
    for (const std::int64_t size : sizes) {
        for (const Selection selection : {Selection::half, Selection::one_hot, Selection::runs}) {
            INFO("seed " << seed << ", " << to_string(selection) << " of " << size);
            const auto values = test::random_elements<T>(random, size);
            CHECK(selection_fault(values, make_flags(selection, size, 2048, random), others, run) == "");
        }
    }
}

} // namespace

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Reductions by subgroups are right", "[subgroups]") {
    constexpr std::uint64_t seed = 371;
    Random random(seed);
    for (const bool as_software : {true, false}) {
        const auto engine = make_engine(as_software);
        if (!engine)
            return;
        const Reduce<std::uint32_t> sum(*engine);
        const Reduce<std::int32_t> min(*engine, Operator::min);
        const Reduce<float> max(*engine, Operator::max);
        for (const std::int64_t size : sizes) {
            INFO("as " << (as_software ? "software" : "hardware") << ", seed " << seed << ", " << size);
            if (size == 0)
                continue;
            const auto values = test::random_elements<std::uint32_t>(random, size);
            const DeviceArray<std::uint32_t> input(values);
            DeviceArray<std::uint32_t> total(1);
            sum(input.view(), total.view());
            CHECK(total.download() == Numbers{std::accumulate(values.begin(), values.end(), 0u)});
            const auto ints = test::random_elements<std::int32_t>(random, size);
            DeviceArray<std::int32_t> least(1);
            min(DeviceArray<std::int32_t>(ints).view(), least.view());
            CHECK(least.download()[0] == *std::min_element(ints.begin(), ints.end()));
            std::vector<float> floats(static_cast<std::size_t>(size));
            std::ranges::generate(floats, [&] { return static_cast<float>(random.unit() - 2); });
            DeviceArray<float> greatest(1);
            max(DeviceArray<float>(floats).view(), greatest.view());
            CHECK(greatest.download()[0] == *std::max_element(floats.begin(), floats.end()));
        }
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Compactions and partitions by subgroups are right", "[subgroups]") {
    for (const bool as_software : {true, false}) {
        const auto engine = make_engine(as_software);
        if (!engine)
            return;
        INFO("as " << (as_software ? "software" : "hardware"));
        // Each kind of groups with one of the methods that use lanes.
        const ScanMethod method = as_software ? ScanMethod::horizontal : ScanMethod::vertical;
        const Compact<std::uint32_t> compact(*engine, {.method = method, .order = ScanOrder::chained});
        check_selections<std::uint32_t>(372, sizes, Others::dropped,
                                        [&](auto... arrays) { compact(arrays...); });
        const Partition<Pair> partition(*engine);
        check_selections<Pair>(373, sizes, Others::follow, [&](auto... arrays) { partition(arrays...); });
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Tiles that keep silent are counted by subgroups", "[subgroups]") {
    const auto engine = make_engine(true);
    if (!engine)
        return;
    for (const ScanMethod method : {ScanMethod::horizontal, ScanMethod::tree}) {
        INFO(to_string(method));
        const Compact<std::uint32_t> compact(
            *engine, {.method = method, .order = ScanOrder::chained, .partition = 256, .silent_tiles = 3});
        const std::uint32_t before = engine->look_back().fallbacks();
        check_selections<std::uint32_t>(374, sizes, Others::dropped,
                                        [&](auto... arrays) { compact(arrays...); });
        CHECK(engine->look_back().fallbacks() > before);
    }
}

// Few types: drivers compile the ballot emulation slowly.
TEST_CASE_METHOD(EmulatedSubgroupsTest, "Sorts by subgroups are right and stable", "[subgroups]") {
    constexpr std::uint64_t seed = 375;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    const RadixSortOptions all, some{.descending = true, .begin_bit = 3, .end_bit = 27};
    const RadixSort<std::int32_t> sort(*engine);
    const RadixSortPositions<float> positions(*engine, some);
    for (const auto& [size, kind] : sizes_and_kinds()) {
        INFO("seed " << seed << ", " << to_string(kind) << ", " << size);
        const auto keys = test::make_keys<std::int32_t>(kind, size, random);
        CHECK(sort_fault(sort, keys, all) == "");
        CHECK(sort_fault(sort, keys, all, {.keys_in_place = true}) == "");
        CHECK(sort_fault(sort, keys, all, {.count = static_cast<std::uint32_t>(size / 2)}) == "");
        CHECK(sort_fault(positions, test::make_keys<float>(kind, size, random), some) == "");
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Sorts by subgroups that may not wait for each other are right",
                 "[subgroups]") {
    constexpr std::uint64_t seed = 377;
    Random random(seed);
    const auto engine = make_engine(false, false);
    if (!engine)
        return;
    const RadixSortOptions descending{.descending = true};
    const RadixSortPairs<float> pairs(*engine, descending);
    for (const auto& [size, kind] : sizes_and_kinds()) {
        INFO("seed " << seed << ", " << to_string(kind) << ", " << size);
        CHECK(sort_fault(pairs, test::make_keys<float>(kind, size, random), descending) == "");
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Tiles that keep silent are counted by those who sort after them",
                 "[subgroups]") {
    constexpr std::uint64_t seed = 376;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    for (const int silent : {1, 7}) {
        const RadixSortOptions options{.end_bit = 12, .silent_tiles = silent};
        const RadixSortPairs<std::uint32_t> pairs(*engine, options);
        const std::uint32_t before = engine->look_back().fallbacks();
        for (const test::Keys kind : {test::Keys::random, test::Keys::two, test::Keys::skewed}) {
            INFO("every " << silent << ", seed " << seed << ", " << to_string(kind));
            CHECK(sort_fault(pairs, test::make_keys<std::uint32_t>(kind, 65'521, random), options) == "");
        }
        CHECK(engine->look_back().fallbacks() > before);
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Large and larger tiles of keys and pairs are sorted in two parts",
                 "[subgroups]") {
    constexpr std::uint64_t seed = 379;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    const RadixSortOptions options{.end_bit = 12, .silent_tiles = 3, .large_tiles_from = 1024};
    const RadixSort<std::uint32_t> sort(*engine, options);
    const RadixSortPairs<std::uint32_t> pairs(*engine, options);
    for (const std::int64_t size : {8192, 8193, 10'239, 20'011}) {
        for (const test::Keys kind : {test::Keys::random, test::Keys::skewed}) {
            INFO("seed " << seed << ", " << to_string(kind) << ", " << size);
            const std::vector<std::uint32_t> keys = test::make_keys<std::uint32_t>(kind, size, random);
            CHECK(sort_fault(sort, keys, options) == "");
            CHECK(sort_fault(pairs, keys, options) == "");
        }
    }

    // The states of all tiles in both passes tell how large the tiles are on these lanes.
    struct States : PassObserver {
        int words = 0;
        void pass_begins(const Pass& pass) override {
            for (const PassResource& input : pass.inputs)
                words = pass.name == "radix-histogram" && input.name == "states" ? input.width : words;
        }
    };
    constexpr int passes = 2, digits = 256;
    const auto check_tile = [&](const RadixSort<std::uint32_t>& by, std::int64_t size, std::int64_t tile) {
        INFO(size);
        const DeviceArray<std::uint32_t> keys(Numbers(static_cast<std::size_t>(size), 1));
        DeviceArray<std::uint32_t> sorted(size);
        States states;
        const ObserverScope scope(*engine, &states);
        by(keys.view(), sorted.view());
        CHECK(states.words == passes * digits * ((size + tile - 1) / tile));
    };
    check_tile(sort, 16'383, 2048);
    check_tile(sort, 16'384, 2560);
    const RadixSort<std::uint32_t> by_small_tiles(
        *engine, {.end_bit = 12, .silent_tiles = 3, .large_tiles_from = 16 * 8192});
    check_tile(by_small_tiles, 8191, 1024);
    check_tile(by_small_tiles, 8192, 2048);
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Segments are sorted by groups of subgroups, long ones together",
                 "[subgroups]") {
    constexpr std::uint64_t seed = 378;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    const test::SegmentedSorts<float> sorts(*engine, 10'000);
    // All of one kind: none long, or all; a single one and many.
    for (const std::int64_t length : {1, 1024, 1025, 2048, 2049}) {
        for (const std::int64_t segments : {1, 20}) {
            const test::Offsets offsets = test::segments_of(
                std::vector(static_cast<std::size_t>(segments), static_cast<std::uint32_t>(length)));
            INFO("seed " << seed << ", " << segments << " segments of " << length);
            CHECK(segmented_sort_fault(sorts,
                                       test::make_keys<float>(test::Keys::random, segments * length, random),
                                       offsets) == "");
        }
    }
    for (const auto& [n, segments] : test::few_segment_cases) {
        INFO("seed " << seed << ", " << n << " keys in " << segments << " segments");
        const test::Offsets offsets = test::skewed_segments(n, segments, random);
        for (const test::Keys kind : {test::Keys::odd, test::Keys::two})
            CHECK(segmented_sort_fault(sorts, test::make_keys<float>(kind, n, random), offsets) == "");
    }

    // Only keys that may need groups of the largest shape also have groups for short segments.
    struct Groups : PassObserver {
        int passes = 0;
        void pass_begins(const Pass& pass) override { passes += pass.name == "radix-group" ? 1 : 0; }
    };
    for (const auto& [size, passes] : {std::pair{2048, 1}, {2049, 2}}) {
        INFO(size << " keys");
        const DeviceArray<float> keys(std::vector<float>(static_cast<std::size_t>(size), 1));
        const DeviceArray<std::uint32_t> offsets(Numbers{0, 5, static_cast<std::uint32_t>(size)});
        DeviceArray<float> sorted(size);
        Groups groups;
        const ObserverScope scope(*engine, &groups);
        sorts.keys_alone(keys.view(), offsets.view(), sorted.view());
        CHECK(groups.passes == passes);
    }
}

namespace {

// The most keys of a group, and the tile of a sweep, on these lanes.
constexpr std::uint32_t most = 4096, tile = 2048;

/// Long segments of whole tiles and one key beside, between short and empty ones.
const test::Offsets& mixed_segments() {
    static const test::Offsets offsets =
        test::segments_of({0, 3, most - 1, 0, most, 1, most + 1, 3 * tile, 3 * tile + 1, 4 * tile - 1, 0, 17,
                           5 * tile, 1025, 0});
    return offsets;
}

} // namespace

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Long segments are sorted by any bits, in both orders",
                 "[subgroups]") {
    constexpr std::uint64_t seed = 380;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    // Four passes and three.
    for (const RadixSortOptions& options :
         {RadixSortOptions{}, RadixSortOptions{.descending = true, .begin_bit = 3, .end_bit = 27}}) {
        const test::SegmentedSorts<float> sorts(*engine, 2000, options);
        const auto check = [&](const test::Offsets& offsets, std::int64_t n, test::Keys kind) {
            INFO("seed " << seed << ", bits from " << options.begin_bit << ", " << n << " " << to_string(kind)
                         << " keys in " << offsets.size() - 1 << " segments");
            CHECK(segmented_sort_fault(sorts, test::make_keys<float>(kind, n, random), offsets) == "");
        };
        const test::Offsets& mixed = mixed_segments();
        // Each run leaves the counts that another finds.
        for (const test::Keys kind : {test::Keys::random, test::Keys::skewed, test::Keys::two})
            check(mixed, mixed.back(), kind);
        for (const std::uint32_t length : {most, most + 1, 4 * tile, 4 * tile + 1})
            check({0, length}, length, test::Keys::random);
        // The last segment ends beyond the keys, and others begin there.
        check({0, 5, 3 * most, 4 * most, 5 * most}, 2 * most + 3, test::Keys::random);
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Long segments are found among many short ones", "[subgroups]") {
    constexpr std::uint64_t seed = 381;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    // Several long ones for a group that classifies.
    std::vector<std::uint32_t> lengths(1500);
    std::ranges::generate(lengths, [&] { return static_cast<std::uint32_t>(random.below(4)); });
    for (const auto& [segment, length] :
         std::initializer_list<std::pair<std::size_t, std::uint32_t>>{{0, 1500},
                                                                      {3, most + 1},
                                                                      {4, 2 * tile + 7},
                                                                      {255, 3 * tile},
                                                                      {256, most + 1},
                                                                      {700, most},
                                                                      {1499, 4 * tile - 1}})
        lengths[segment] = length;
    // Keys that fit a group, but listed by size all the same.
    std::vector<std::uint32_t> short_lengths(2500);
    std::ranges::generate(short_lengths, [&] { return static_cast<std::uint32_t>(random.below(3)); });
    const test::SegmentedSorts<float> sorts(*engine, 2500);
    for (const test::Offsets& offsets : {test::segments_of(lengths), test::segments_of(short_lengths)}) {
        for (const test::Keys kind : {test::Keys::random, test::Keys::two}) {
            INFO("seed " << seed << ", " << offsets.size() - 1 << " segments, " << to_string(kind));
            CHECK(segmented_sort_fault(sorts, test::make_keys<float>(kind, offsets.back(), random),
                                       offsets) == "");
        }
    }
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Silent tiles of segments are counted by later ones", "[subgroups]") {
    constexpr std::uint64_t seed = 382;
    Random random(seed);
    const auto engine = make_engine(false);
    if (!engine)
        return;
    const test::Offsets& offsets = mixed_segments();
    const test::SegmentedSorts<float> sorts(*engine, 100, {.silent_tiles = 1});
    const std::uint32_t before = engine->look_back().fallbacks();
    INFO("seed " << seed);
    CHECK(segmented_sort_fault(sorts, test::make_keys<float>(test::Keys::random, offsets.back(), random),
                               offsets) == "");
    CHECK(engine->look_back().fallbacks() > before);
}

TEST_CASE_METHOD(EmulatedSubgroupsTest, "Long segments are packed where groups may not wait for each other",
                 "[subgroups]") {
    constexpr std::uint64_t seed = 383;
    Random random(seed);
    const auto engine = make_engine(false, false);
    if (!engine)
        return;
    const test::Offsets& offsets = mixed_segments();
    const test::SegmentedSorts<float> sorts(*engine, 100);
    INFO("seed " << seed);
    CHECK(segmented_sort_fault(sorts, test::make_keys<float>(test::Keys::random, offsets.back(), random),
                               offsets) == "");
}

} // namespace emulated_subgroups_gl_test
