#include "scanline/systems/words_case.h"

#include "scanline/catalog/random_case.h"

#include "scanline/compute/binary_search.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/histogram.h"
#include "scanline/compute/merge.h"
#include "scanline/compute/reduce.h"
#include "scanline/compute/segmented_reduce.h"
#include "scanline/compute/segmented_scan.h"
#include "scanline/compute/segmented_sort.h"
#include "scanline/compute/split.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <vector>

namespace scanline::catalog {

namespace {

using Words = std::vector<std::uint32_t>;
using Array = compute::DeviceArray<std::uint32_t>;
using Wrong = std::optional<std::string>;

constexpr std::uint64_t words_game = 4; ///< of the deals, apart from those of other cases
constexpr std::int64_t most_words = 10'000;
constexpr int bins = 16;

std::uint32_t identity(Operator op) {
    return op == Operator::min ? std::numeric_limits<std::uint32_t>::max() : 0;
}

std::uint32_t together(Operator op, std::uint32_t a, std::uint32_t b) {
    switch (op) {
    case Operator::sum: return a + b;
    case Operator::min: return std::min(a, b);
    case Operator::max: return std::max(a, b);
    }
    return 0;
}

Wrong compare(const char* what, const Array& array, const Words& expected) {
    const Words found = array.download();
    const auto [wrong, right] = std::ranges::mismatch(found, expected);
    if (wrong == found.end())
        return {};
    return fmt::format("{}: result {} of {} is {}, not {}", what, wrong - found.begin(), found.size(), *wrong,
                       *right);
}

class WordsCheck {
public:
    WordsCheck(compute::Engine& engine, const WordsCase& test)
        : engine_(engine), test_(test), random_(test.seed) {
        words_.resize(static_cast<std::size_t>(test.size));
        for (std::uint32_t& word : words_)
            word = test.below > 0 ? static_cast<std::uint32_t>(random_.below(test.below))
                                  : static_cast<std::uint32_t>(random_.next());
        sorted_ = words_;
        std::ranges::sort(sorted_);
        order_.resize(words_.size());
        std::iota(order_.begin(), order_.end(), 0u);
        for (std::size_t left = order_.size(); left > 1; --left)
            std::swap(order_[left - 1], order_[random_.below(left)]);
        offsets_.resize(random_.below(words_.size() + 1) + 2);
        for (std::uint32_t& offset : offsets_)
            offset = static_cast<std::uint32_t>(random_.below(words_.size() + 1));
        offsets_.front() = 0;
        offsets_.back() = static_cast<std::uint32_t>(words_.size());
        std::ranges::sort(offsets_);
    }

    Wrong run() {
        for (Wrong (WordsCheck::*one)() :
             {&WordsCheck::moved, &WordsCheck::reduced, &WordsCheck::counted, &WordsCheck::searched,
              &WordsCheck::split, &WordsCheck::merged, &WordsCheck::segments_reduced,
              &WordsCheck::segments_scanned, &WordsCheck::segments_sorted}) {
            if (Wrong wrong = (this->*one)())
                return wrong;
        }
        return {};
    }

private:
    std::int64_t size() const { return test_.size; }

    Wrong moved() {
        const Array words(words_), order(order_);
        Array to(size());
        compute::Fill<std::uint32_t>{engine_}(to.view(), 0xdead'beef);
        if (Wrong wrong = compare("fill", to, Words(words_.size(), 0xdead'beef)))
            return wrong;
        compute::Iota<std::uint32_t>{engine_}(to.view(), 3, 5);
        Words expected(words_.size());
        std::ranges::generate(expected, [next = 3u - 5u]() mutable { return next += 5; });
        if (Wrong wrong = compare("iota", to, expected))
            return wrong;
        compute::Copy<std::uint32_t>{engine_}(words.view(), to.view());
        if (Wrong wrong = compare("copy", to, words_))
            return wrong;
        compute::Gather<std::uint32_t>{engine_}(words.view(), order.view(), to.view());
        std::ranges::transform(order_, expected.begin(), [this](std::uint32_t at) { return words_[at]; });
        if (Wrong wrong = compare("gather", to, expected))
            return wrong;
        compute::Scatter<std::uint32_t>{engine_}(words.view(), order.view(), to.view());
        for (std::size_t i = 0; i < words_.size(); ++i)
            expected[order_[i]] = words_[i];
        return compare("scatter", to, expected);
    }

    Wrong reduced() {
        Array result(1);
        compute::Reduce<std::uint32_t>{engine_, test_.op}(Array(words_).view(), result.view());
        const auto add = [this](std::uint32_t a, std::uint32_t b) { return together(test_.op, a, b); };
        return compare("reduce", result,
                       {std::accumulate(words_.begin(), words_.end(), identity(test_.op), add)});
    }

    Wrong counted() {
        const Array words(words_);
        Array counts(bins);
        compute::DigitHistogram{engine_, bins}(words.view(), 0, counts.view());
        Words expected(bins);
        for (const std::uint32_t word : words_)
            ++expected[word % bins];
        if (Wrong wrong = compare("histogram of digits", counts, expected))
            return wrong;
        compute::Histogram<std::uint32_t>{engine_, bins}(words.view(), 0, bins, counts.view());
        std::ranges::fill(expected, 0);
        for (const std::uint32_t word : words_) {
            if (word < bins)
                ++expected[word];
        }
        return compare("histogram", counts, expected);
    }

    Wrong searched() {
        Words expected(words_.size());
        Array places(size());
        for (const compute::Bound bound : compute::all_bounds) {
            compute::BinarySearch<std::uint32_t>{engine_, bound}(Array(sorted_).view(), Array(words_).view(),
                                                                 places.view());
            std::ranges::transform(words_, expected.begin(), [&](std::uint32_t word) {
                const auto [first, last] = std::ranges::equal_range(sorted_, word);
                return static_cast<std::uint32_t>((bound == compute::Bound::lower ? first : last) -
                                                  sorted_.begin());
            });
            if (Wrong wrong = compare("binary search", places, expected))
                return wrong;
        }
        return {};
    }

    Wrong split() {
        Array flags(size());
        compute::Split<std::uint32_t>{engine_}(Array(sorted_).view(), flags.view());
        Words expected(sorted_.size());
        for (std::size_t i = 0; i < sorted_.size(); ++i)
            expected[i] = i == 0 || sorted_[i] != sorted_[i - 1] ? 1 : 0;
        return compare("split", flags, expected);
    }

    Wrong merged() {
        const auto middle = static_cast<std::ptrdiff_t>(random_.below(words_.size() + 1));
        Words a(words_.begin(), words_.begin() + middle), b(words_.begin() + middle, words_.end());
        std::ranges::sort(a);
        std::ranges::sort(b);
        const Array keys_a(a), keys_b(b);
        Array keys(size());
        compute::Merge<std::uint32_t>{engine_}(keys_a.view(), keys_b.view(), keys.view());
        if (Wrong wrong = compare("merge", keys, sorted_))
            return wrong;
        // Values tell the two arrays apart: of equal keys those of the first come first.
        Words from_a(a.size()), from_b(b.size());
        std::iota(from_a.begin(), from_a.end(), 0u);
        std::iota(from_b.begin(), from_b.end(), static_cast<std::uint32_t>(a.size()));
        Array values(size());
        compute::MergeByKey<std::uint32_t>{engine_}(keys_a.view(), Array(from_a).view(), keys_b.view(),
                                                    Array(from_b).view(), keys.view(), values.view());
        Words both = a, expected(words_.size());
        both.insert(both.end(), b.begin(), b.end());
        std::iota(expected.begin(), expected.end(), 0u);
        std::ranges::stable_sort(expected, {}, [&both](std::uint32_t at) { return both[at]; });
        if (Wrong wrong = compare("merge by key", keys, sorted_))
            return wrong;
        return compare("values of merge by key", values, expected);
    }

    // make(first, last): the results of a segment, behind those of the segments before.
    template <class Make>
    void for_each_segment(Make make) const {
        for (std::size_t i = 1; i < offsets_.size(); ++i)
            make(offsets_[i - 1], offsets_[i]);
    }

    Wrong segments_reduced() {
        Array results(static_cast<std::int64_t>(offsets_.size()) - 1);
        compute::SegmentedReduce<std::uint32_t>{engine_, test_.op}(Array(words_).view(),
                                                                   Array(offsets_).view(), results.view());
        Words expected;
        for_each_segment([&](std::uint32_t first, std::uint32_t last) {
            std::uint32_t sum = identity(test_.op);
            for (std::uint32_t i = first; i < last; ++i)
                sum = together(test_.op, sum, words_[i]);
            expected.push_back(sum);
        });
        return compare("segmented reduce", results, expected);
    }

    Wrong segments_scanned() {
        Array results(size());
        compute::SegmentedScan<std::uint32_t> scan(engine_, {.op = test_.op});
        const Array words(words_);
        scan.by_offsets(words.view(), Array(offsets_).view(), results.view());
        Words expected, flags(words_.size());
        for_each_segment([&](std::uint32_t first, std::uint32_t last) {
            std::uint32_t sum = identity(test_.op);
            for (std::uint32_t i = first; i < last; ++i) {
                flags[i] = i == first ? 1 : 0;
                expected.push_back(sum = together(test_.op, sum, words_[i]));
            }
        });
        if (Wrong wrong = compare("segmented scan by offsets", results, expected))
            return wrong;
        scan.by_flags(words.view(), Array(flags).view(), results.view());
        return compare("segmented scan by flags", results, expected);
    }

    Wrong segments_sorted() {
        const auto segments = static_cast<std::int64_t>(offsets_.size()) - 1;
        const Array words(words_), offsets(offsets_);
        Array keys(size()), positions(size());
        Words expected(words_.size());
        std::iota(expected.begin(), expected.end(), 0u);
        for_each_segment([&](std::uint32_t first, std::uint32_t last) {
            std::stable_sort(expected.begin() + first, expected.begin() + last,
                             [this](std::uint32_t a, std::uint32_t b) { return words_[a] < words_[b]; });
        });
        Words in_order(words_.size());
        std::ranges::transform(expected, in_order.begin(), [this](std::uint32_t at) { return words_[at]; });
        compute::SegmentedSort<std::uint32_t>{engine_, segments}(words.view(), offsets.view(), keys.view());
        if (Wrong wrong = compare("segmented sort", keys, in_order))
            return wrong;
        compute::SegmentedSortPositions<std::uint32_t>{engine_, segments}(words.view(), offsets.view(),
                                                                          keys.view(), positions.view());
        if (Wrong wrong = compare("keys of segmented sort with positions", keys, in_order))
            return wrong;
        return compare("positions of segmented sort", positions, expected);
    }

    compute::Engine& engine_;
    WordsCase test_;
    Random random_;
    Words words_, sorted_, order_, offsets_; ///< order: a permutation of the places
};

} // namespace

WordsCase random_words_case(std::uint64_t seed, const CaseLimits& limits) {
    constexpr std::array belows{0u, 2u, 16u, 1000u};
    Random random(seed);
    WordsCase test;
    test.op = Deal(seed, words_game).pick(all_operators);
    test.below = pick(random, belows);
    test.size = random_size(random, std::min(limits.largest, most_words));
    test.seed = seed;
    return test;
}

std::string describe(const WordsCase& test) {
    return fmt::format("words: {} uint32{}, {}", test.size,
                       test.below > 0 ? fmt::format(" below {}", test.below) : "", to_string(test.op));
}

std::optional<std::string> check(compute::Engine& engine, const WordsCase& test) {
    return WordsCheck(engine, test).run();
}

} // namespace scanline::catalog
