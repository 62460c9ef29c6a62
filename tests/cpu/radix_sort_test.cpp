#include "scanline/cpu/radix_sort.h"

#include "placed_array.h"
#include "radix_kernels.h"
#include "scanline/cpu/thread_team.h"
#include "support/error_message.h"
#include "support/first_difference.h"
#include "support/sizes.h"
#include "support/values.h"

#include <catch2/catch_all.hpp>
#include <compare>
#include <memory>
#include <numeric>

namespace scanline::cpu::radix_sort_test {

using test::first_difference;
using test::PlacedArray;

namespace {

// Maps a key to an increasing number.
template <class K>
std::uint64_t rank(K key) {
    if constexpr (std::is_same_v<K, float>) {
        const auto bits = std::int64_t{std::bit_cast<std::int32_t>(key)};
        return static_cast<std::uint64_t>((bits < 0 ? -1 - (bits & 0x7fff'ffff) : bits) + 0x8000'0000);
    } else {
        return static_cast<std::uint64_t>(std::int64_t{key} - std::numeric_limits<K>::min());
    }
}

// The positions of the keys in sorted order.
template <class K>
std::vector<std::uint32_t> sorted_positions(const std::vector<K>& keys, const RadixSortOptions& options) {
    std::vector<std::uint64_t> ranks(keys.size());
    std::ranges::transform(keys, ranks.begin(), [&](K key) {
        return (rank(key) & ((std::uint64_t{1} << options.end_bit) - 1)) >> options.begin_bit;
    });
    std::vector<std::uint32_t> positions(keys.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::stable_sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
        return options.descending ? ranks[b] < ranks[a] : ranks[a] < ranks[b];
    });
    return positions;
}

template <class K>
std::vector<K> taken(const std::vector<K>& keys, const std::vector<std::uint32_t>& positions) {
    std::vector<K> list(positions.size());
    std::ranges::transform(positions, list.begin(), [&](std::uint32_t i) { return keys[i]; });
    return list;
}

struct Trial {
    bool in_place = false;
    std::size_t keys_offset = 0, sorted_offset = 0, positions_offset = 0;
};

// Describes the fault of sorted keys, alone and with positions; empty if there is none.
template <class K>
std::string fault(RadixSort& sort, const std::vector<K>& keys, const Trial& trial = {}) {
    const std::vector<std::uint32_t> order = sorted_positions(keys, sort.options());
    const std::vector<K> expected = taken(keys, order);
    for (const bool with_positions : {false, true}) {
        PlacedArray<K> input(keys, trial.keys_offset),
            output(std::vector<K>(keys.size(), K(55)), trial.sorted_offset);
        PlacedArray<std::uint32_t> positions(std::vector<std::uint32_t>(keys.size(), 55),
                                             trial.positions_offset);
        PlacedArray<K>& sorted = trial.in_place ? input : output;
        if (with_positions)
            sort(std::span<const K>(input.span()), sorted.span(), positions.span());
        else
            sort(std::span<const K>(input.span()), sorted.span());
        const std::string where = with_positions ? "with positions, " : "alone, ";
        if (const std::string text = first_difference(sorted.values(), expected); !text.empty())
            return where + text;
        if (const std::string text = first_difference(positions.values(), order);
            with_positions && !text.empty())
            return where + "positions: " + text;
        if (!trial.in_place && !first_difference(input.values(), keys).empty())
            return where + "the input has changed";
        if (!input.intact() || !output.intact() || !positions.intact())
            return where + "what lies beside has changed";
    }
    return "";
}

// Arbitrary bits, many of them equal; for floats including NaN, zeros and infinities.
template <class K>
std::vector<K> odd_keys(std::int64_t size, Random& random) {
    const std::vector<float> floats = test::make_odd_floats(size, random);
    std::vector<K> keys(floats.size());
    std::ranges::transform(floats, keys.begin(), [](float key) { return std::bit_cast<K>(key); });
    return keys;
}

} // namespace

TEMPLATE_TEST_CASE("Keys of every size are sorted as stable_sort does, by any number of threads", "",
                   std::uint32_t, std::int32_t, float) {
    constexpr std::uint64_t seed = 701;
    Random random(seed);
    std::vector<std::int64_t> sizes = test::stream_sizes(seed, 2);
    sizes.push_back(200'003);
    for (const int threads : {1, 5}) {
        std::array sorts{RadixSort({.threads = threads}),
                         RadixSort({.descending = true, .threads = threads})};
        for (const std::int64_t size : sizes) {
            RadixSort& sort = sorts[random.below(2)];
            const Trial trial{.in_place = random.below(2) == 0,
                              .keys_offset = random.below(16),
                              .sorted_offset = random.below(16),
                              .positions_offset = random.below(16)};
            INFO("seed " << seed << ", " << size << " keys, descending " << sort.options().descending << ", "
                         << threads << " threads, in place " << trial.in_place);
            CHECK(fault(sort, odd_keys<TestType>(size, random), trial) == "");
        }
    }
}

TEST_CASE("More keys than the caches hold are sorted as stable_sort does") {
    constexpr std::uint64_t seed = 706;
    Random random(seed);
    RadixSort sort({.threads = 2});
    INFO("seed " << seed);
    CHECK(fault(sort, odd_keys<float>(2'200'003, random), {.keys_offset = 3, .positions_offset = 5}) == "");
}

TEMPLATE_TEST_CASE("Keys of every distribution are sorted, apart and in place", "", std::uint32_t,
                   std::int32_t, float) {
    constexpr std::uint64_t seed = 702;
    Random random(seed);
    RadixSort sort({.threads = 3});
    for (const test::Values values : test::all_values) {
        for (const std::int64_t size : {1000, 100'003}) {
            for (const bool in_place : {false, true}) {
                INFO("seed " << seed << ", " << size << " keys, " << to_string(values) << ", in place "
                             << in_place);
                CHECK(fault(sort, test::make_values<TestType>(values, size, 1024, random),
                            {.in_place = in_place}) == "");
            }
        }
    }
}

TEMPLATE_TEST_CASE("A range of bits sorts by these bits alone, over one to four passes", "", std::uint32_t,
                   std::int32_t, float) {
    struct Bits {
        int begin, end;
    };
    constexpr std::uint64_t seed = 703;
    Random random(seed);
    for (const Bits bits : {Bits{0, 1}, {0, 8}, {0, 9}, {3, 17}, {8, 32}, {7, 32}, {24, 32}, {31, 32}}) {
        for (const bool in_place : {false, true}) {
            RadixSort sort({.descending = in_place != (bits.begin % 2 == 0),
                            .begin_bit = bits.begin,
                            .end_bit = bits.end,
                            .threads = 2});
            for (const std::int64_t size : {100, 80'000}) {
                INFO("seed " << seed << ", " << size << " keys, bits " << bits.begin << " to " << bits.end
                             << ", in place " << in_place);
                CHECK(fault(sort, odd_keys<TestType>(size, random), {.in_place = in_place}) == "");
            }
        }
    }
}

TEST_CASE("A sort takes arrays of any size one after the other, and moves with its threads") {
    constexpr std::uint64_t seed = 704;
    Random random(seed);
    RadixSort first({.threads = 2});
    for (const std::int64_t size : {10, 100'000, 0, 70'000, 1})
        CHECK(fault(first, odd_keys<std::int32_t>(size, random)) == "");
    RadixSort second = std::move(first);
    CHECK(fault(second, odd_keys<std::int32_t>(100'000, random)) == "");
}

TEST_CASE("The worked examples of the CPU's radix sort come out right") {
    const std::vector<float> keys{3, 1, 7, 0, 4};
    std::vector<float> sorted(5);
    std::vector<std::uint32_t> positions(5);
    RadixSort sort({.threads = 2});
    sort(std::span<const float>(keys), std::span<float>(sorted));
    CHECK(sorted == std::vector<float>{0, 1, 3, 4, 7});
    sort(std::span<const float>(keys), std::span<float>(sorted), std::span<std::uint32_t>(positions));
    CHECK(positions == std::vector<std::uint32_t>{3, 1, 0, 4, 2});
}

TEST_CASE("Few keys are worth one thread, many all processors") {
    CHECK(RadixSort::threads_for(0) == 1);
    CHECK(RadixSort::threads_for(1000) == 1);
    CHECK(RadixSort::threads_for(100'000'000) == ThreadTeam::all_processors());
}

TEST_CASE("A radix sort on the CPU that cannot be is an error that says why, and nothing changes") {
    std::vector<float> keys{3, 1, 2};
    std::vector<float> sorted(3);
    std::vector<std::uint32_t> positions(3);
    RadixSort sort;
    const auto message = [](auto run) { return test::usage_message(run); };
    CHECK(
        message([] { RadixSort({.begin_bit = -1}); }) ==
        "sort: -1 to 32 is not a range within the 32 bits of a key: begin at 0 or above, and below the end");
    CHECK(message([] { RadixSort({.end_bit = 33}); }).find("0 to 33") != std::string::npos);
    CHECK(message([] { RadixSort({.begin_bit = 7, .end_bit = 7}); }).find("7 to 7") != std::string::npos);
    CHECK(message([] { RadixSort({.threads = 0}); }) == "a team of 0 threads cannot be: it has 1 to 1024");
    CHECK(message([&] { sort(std::span<const float>(keys), std::span(sorted).first(2)); }) ==
          "sort: there are 2 sorted keys for 3 keys: make the arrays equally long");
    CHECK(message([&] {
              sort(std::span<const float>(keys), std::span(sorted), std::span(positions).first(2));
          }) == "sort: there are 2 positions for 3 keys: make the arrays equally long");
    CHECK(message([&] { sort(std::span<const float>(keys).first(2), std::span(keys).last(2)); }) ==
          "sort: keys and sorted keys overlap: give each array memory of its own, or sort the keys in place");
    std::vector<std::uint32_t> numbers{3, 1, 2};
    CHECK(message([&] {
              sort(std::span<const std::uint32_t>(numbers), std::span(positions), std::span(numbers));
          }) == "sort: keys and positions overlap: give each array memory of its own, or sort the keys in "
                "place");
    CHECK(message([&] {
              sort(std::span<const std::uint32_t>(numbers), std::span(positions), std::span(positions));
          }) == "sort: sorted keys and positions overlap: give each array memory of its own, or sort the "
                "keys in place");
    CHECK(keys == std::vector<float>{3, 1, 2});
    CHECK(numbers == std::vector<std::uint32_t>{3, 1, 2});
}

namespace {

std::uint64_t pair_of(std::uint32_t key, std::uint32_t position) {
    return key | std::uint64_t{position} << 32;
}

// Runs one pass over three parts of an array, as three threads would, but sequentially.
class Pass {
public:
    Pass(const RadixDigit& digit, bool by_lines)
        : digit_(digit), lines_(by_lines ? std::make_unique<WaitingLines>() : nullptr) {}

    void operator()(RadixKernels::Count count, RadixKernels::Scatter scatter, const void* array,
                    std::size_t size, const RadixOutput& output) const {
        const std::array ends{std::size_t{0}, size / 5, size / 2 + size / 5, size};
        std::vector<DigitTable> tables(3);
        for (std::size_t part = 0; part < 3; ++part)
            count({array, ends[part], ends[part + 1]}, digit_, tables[part]);
        std::uint32_t place = 0;
        for (std::size_t value = 0; value <= digit_.mask; ++value) {
            for (DigitTable& table : tables)
                place += std::exchange(table[value], place);
        }
        REQUIRE(place == size);
        for (std::size_t part = 3; part-- > 0;)
            scatter({array, ends[part], ends[part + 1]}, digit_, tables[part], output, lines_.get());
    }

private:
    RadixDigit digit_;
    std::unique_ptr<WaitingLines> lines_;
};

struct PassTrial {
    RadixDigit digit;
    bool by_lines;
    std::size_t offset, positions_offset; ///< offset of the output in its line, in elements
};

// Describes the fault of every kind of pass over the same keys; empty if there is none.
std::string pass_fault(const std::vector<std::uint32_t>& keys, const PassTrial& trial) {
    const std::size_t size = keys.size();
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return trial.digit(keys[i]); });
    std::vector<std::uint64_t> pairs(size), expected_pairs(size);
    for (std::size_t i = 0; i < size; ++i) {
        pairs[i] = pair_of(keys[i], static_cast<std::uint32_t>(i));
        expected_pairs[i] = pair_of(keys[order[i]], order[i]);
    }
    const std::vector<std::uint32_t> expected = taken(keys, order);
    const RadixKernels& kernels = radix_kernels();
    const Pass pass(trial.digit, trial.by_lines);

    const auto together = [&]<class T>(RadixKernels::Count count, RadixKernels::Scatter scatter,
                                       const void* from, const std::vector<T>& wanted) -> std::string {
        PlacedArray<T> output(std::vector<T>(size, T{55}), trial.offset % (64 / sizeof(T)));
        pass(count, scatter, from, size, {output.span().data()});
        return output.intact() ? first_difference(output.values(), wanted) : "what lies beside has changed";
    };
    const auto apart = [&](RadixKernels::Count count, RadixKernels::Scatter scatter,
                           const void* from) -> std::string {
        const std::vector<std::uint32_t> blank(size, 55);
        PlacedArray<std::uint32_t> output(blank, trial.offset), positions(blank, trial.positions_offset);
        pass(count, scatter, from, size, {output.span().data(), positions.span().data()});
        if (!output.intact() || !positions.intact())
            return "what lies beside has changed";
        return first_difference(output.values(), expected) + first_difference(positions.values(), order);
    };
    std::string faults;
    const auto note = [&faults](const char* what, const std::string& text) {
        if (!text.empty())
            faults += std::string(what) + ": " + text + "; ";
    };
    note("keys", together(kernels.count_keys, kernels.keys_to_keys, keys.data(), expected));
    note("numbered", together(kernels.count_keys, kernels.numbered_to_pairs, keys.data(), expected_pairs));
    note("pairs", together(kernels.count_pairs, kernels.pairs_to_pairs, pairs.data(), expected_pairs));
    note("numbered apart", apart(kernels.count_keys, kernels.numbered_to_apart, keys.data()));
    note("pairs apart", apart(kernels.count_pairs, kernels.pairs_to_apart, pairs.data()));
    return faults;
}

} // namespace

TEST_CASE(
    "One pass moves keys and positions to their digits, one by one and by lines, wherever arrays begin") {
    constexpr std::uint64_t seed = 705;
    Random random(seed);
    for (const bool by_lines : {false, true}) {
        for (const std::size_t size : {0u, 1u, 15u, 16u, 17u, 300u, 20'011u}) {
            for (const std::size_t offset : {0u, 1u, 7u, 15u}) {
                for (const std::size_t positions_offset : {offset, std::size_t{3}}) {
                    // Few values fill their lines; many leave them partly filled.
                    const RadixDigit digit{{0x7fff'ffffu, 0x8000'0000u},
                                           static_cast<int>(random.below(24)),
                                           random.below(2) == 0 ? 3u : 2047u};
                    std::vector<std::uint32_t> keys(size);
                    std::ranges::generate(keys, [&] { return static_cast<std::uint32_t>(random.next()); });
                    INFO("seed " << seed << ", " << size << " keys, by lines " << by_lines << ", offsets "
                                 << offset << " and " << positions_offset << ", shift " << digit.shift
                                 << ", mask " << digit.mask);
                    CHECK(pass_fault(keys, {digit, by_lines, offset, positions_offset}) == "");
                }
            }
        }
    }
}

TEST_CASE("A hook ends a sort, and the next one is right") {
    std::vector<std::uint32_t> keys(3000), sorted(3000);
    std::iota(keys.rbegin(), keys.rend(), 0u);
    int asked = 0;
    RadixSort sort({.cancelled = [&asked] { return ++asked == 3; }});
    CHECK_THROWS_AS(sort(std::span<const std::uint32_t>(keys), std::span(sorted)), Cancelled);
    sort(std::span<const std::uint32_t>(keys), std::span(sorted));
    CHECK(std::ranges::is_sorted(sorted));
}

} // namespace scanline::cpu::radix_sort_test
