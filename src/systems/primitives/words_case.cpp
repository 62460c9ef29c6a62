#include "scanline/systems/compute_case.h"

#include "scanline/systems/random_case.h"
#include "scanline/systems/reference_passes.h"

#include "scanline/compute/binary_search.h"
#include "scanline/compute/compact.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/histogram.h"
#include "scanline/compute/merge.h"
#include "scanline/compute/reduce.h"
#include "scanline/compute/reference/histogram.h"
#include "scanline/compute/reference/scan.h"
#include "scanline/compute/reference/sort.h"
#include "scanline/compute/segmented_reduce.h"
#include "scanline/compute/segmented_scan.h"
#include "scanline/compute/segmented_sort.h"
#include "scanline/compute/split.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <vector>

namespace scanline::systems {

namespace {

using Word = std::uint32_t;
using Words = std::vector<Word>;
using Array = compute::DeviceArray<Word>;

constexpr std::uint64_t words_game = 4; ///< of the deals, apart from those of other cases
constexpr std::int64_t max_words = 10'000;
constexpr std::int64_t words_of_long_segments = 40'000; ///< more than a group reduces or sorts
constexpr std::uint64_t turns_of_long_segments = 4;
constexpr int bins = 16, many_bins = 5000; // many: too many to count in shared memory

struct WordsCase {
    std::int64_t size = 0;
    Operator op = Operator::sum;
    Word below = 0; ///< the elements are less than this; 0: any
    bool few_segments = false;
    std::uint64_t seed = 0; ///< of elements and segments
};

WordsCase random_words_case(const CaseRequest& request) {
    constexpr std::array belows{0u, 2u, 16u, 1000u};
    Random random(request.seed);
    WordsCase test;
    test.op = Deal(request.seed, words_game).pick(enumerators<Operator>);
    test.below = pick(random, belows);
    test.size = random_size(random, std::min(request.largest, max_words));
    test.few_segments = request.turn % turns_of_long_segments == 0;
    if (test.few_segments)
        test.size = std::min(request.largest, test.size + words_of_long_segments);
    test.seed = request.seed;
    return test;
}

// "words: 1000 uint32 below 16, sum, few segments"
std::string describe(const WordsCase& test) {
    return fmt::format("words: {} uint32{}, {}{}", test.size,
                       test.below > 0 ? fmt::format(" below {}", test.below) : "", to_string(test.op),
                       test.few_segments ? ", few segments" : "");
}

// All elements together: what an exclusive scan has past the last.
template <class T>
T total(std::vector<T> elements, Operator op) {
    elements.push_back(0);
    compute::reference::scan<T>(elements, elements, op, true);
    return elements.back();
}

// Passes whose wrong words may leave the results as they are.
bool marks_heads(std::span<const Words> inputs, const Words& heads) {
    Words expected(heads.size());
    for (const Word offset : inputs[0]) {
        if (offset < expected.size())
            expected[offset] = 1;
    }
    return heads == expected;
}

// Each of the tiles has its segment's first tile, first key, size and number, see segment_table.glsl: one
// that no segment has is found whatever its words were before.
bool lists_tiles(const Words& offsets, const Words& table, std::size_t tiles, std::size_t segments) {
    constexpr std::size_t width = 4;
    if (table.size() < tiles * width)
        return false;
    std::vector<bool> is_listed(segments);
    for (std::size_t tile = 0; tile < tiles;) {
        const std::span entry = std::span(table).subspan(tile * width, width);
        const Word first = entry[1], size = entry[2], number = entry[3];
        const auto begin =
            std::ranges::upper_bound(offsets, first); // past the last segment that begins there
        if (entry[0] != tile || number >= segments || is_listed[number] || begin == offsets.begin() ||
            begin == offsets.end() || *(begin - 1) != first || *begin - first != size)
            return false;
        is_listed[number] = true;
        while (tile < tiles && std::ranges::equal(entry, std::span(table).subspan(tile * width, width)))
            ++tile;
    }
    return std::ranges::count(is_listed, true) == std::ssize(is_listed);
}

// The kinds are all of the counts but the last, which has the tiles or the keys of the long segments. Those
// of the next run are cleared.
bool lists_kinds(std::span<const Words> inputs, const Words&) {
    const Words &offsets = inputs[0], &counts = inputs[1], &sizes = inputs[3], &next = inputs[4];
    std::size_t segments = 0;
    for (std::size_t i = 1; i < offsets.size(); ++i)
        segments += offsets[i - 1] < offsets[i] ? 1u : 0u;
    if (std::accumulate(counts.begin(), counts.end() - 1, std::size_t{0}) != segments ||
        std::ranges::count(next, 0u) != std::ssize(next))
        return false;
    const std::size_t long_segments = counts[counts.size() - 2], units = counts.back();
    if (sizes.empty())
        return lists_tiles(offsets, inputs[2], units, long_segments);
    return long_segments <= sizes.size() &&
           std::accumulate(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(long_segments),
                           std::size_t{0}) == units;
}

class WordsCheck {
public:
    WordsCheck(compute::Engine& engine, const WordsCase& test)
        : engine_(engine), op_(test.op), random_(test.seed), words_(static_cast<std::size_t>(test.size)),
          order_(numbers()) {
        for (Word& word : words_)
            word = static_cast<Word>(test.below > 0 ? random_.below(test.below) : random_.next());
        sorted_ = words_;
        std::ranges::sort(sorted_);
        for (std::size_t left = order_.size(); left > 1; --left)
            std::swap(order_[left - 1], order_[random_.below(left)]);
        offsets_.resize(random_.below(test.few_segments ? 4 : words_.size() + 1) + 2);
        for (Word& offset : offsets_)
            offset = static_cast<Word>(random_.below(words_.size() + 1));
        offsets_.front() = 0;
        offsets_.back() = static_cast<Word>(words_.size());
        std::ranges::sort(offsets_);
    }

    /// The first difference.
    std::optional<std::string> run() {
        ReferencePasses twins({{"segment-heads", marks_heads}, {"segment-kinds", lists_kinds}});
        const ObserverScope scope(engine_, &twins);
        for (void (WordsCheck::*check)() :
             {&WordsCheck::move, &WordsCheck::reduce, &WordsCheck::count, &WordsCheck::search,
              &WordsCheck::split, &WordsCheck::part, &WordsCheck::merge, &WordsCheck::reduce_segments,
              &WordsCheck::scan_segments, &WordsCheck::sort_segments}) {
            (this->*check)();
            if (wrong_)
                break;
        }
        return wrong_ ? wrong_ : twins.wrong();
    }

private:
    std::int64_t size() const { return static_cast<std::int64_t>(words_.size()); }
    std::int64_t segments() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }

    // 0, 1, 2 ... for each word.
    Words numbers() const {
        Words numbers(words_.size());
        std::iota(numbers.begin(), numbers.end(), 0u);
        return numbers;
    }

    template <class T>
    void expect(const char* what, const compute::DeviceArray<T>& array, const std::vector<T>& expected) {
        const std::vector<T> found = array.download();
        const auto [wrong, right] = std::ranges::mismatch(found, expected);
        if (wrong != found.end() && !wrong_)
            wrong_ = fmt::format("{}: result {} of {} is {}, not {}", what, wrong - found.begin(),
                                 found.size(), *wrong, *right);
    }

    void move() {
        const Array words(words_), order(order_);
        Array to(size());
        compute::Fill<Word>{engine_}(to.view(), 0xdead'beef);
        expect("fill", to, Words(words_.size(), 0xdead'beef));
        compute::Iota<Word>{engine_}(to.view(), 3, 5);
        Words expected(words_.size());
        std::ranges::generate(expected, [next = 3u - 5u]() mutable { return next += 5; });
        expect("iota", to, expected);
        compute::Copy<Word>{engine_}(words.view(), to.view());
        expect("copy", to, words_);
        compute::Gather<Word>{engine_}(words.view(), order.view(), to.view());
        std::ranges::transform(order_, expected.begin(), [this](Word at) { return words_[at]; });
        expect("gather", to, expected);
        compute::Scatter<Word>{engine_}(words.view(), order.view(), to.view());
        for (std::size_t i = 0; i < words_.size(); ++i)
            expected[order_[i]] = words_[i];
        expect("scatter", to, expected);
    }

    // scale: keeps float sums exact, and has uint64 use both of their words.
    template <class T>
    void reduce_as(const char* what, Operator op, T (*scale)(Word)) {
        std::vector<T> elements(words_.size());
        std::ranges::transform(words_, elements.begin(), scale);
        compute::DeviceArray<T> result(1);
        compute::Reduce<T>{engine_, op}(compute::DeviceArray<T>(elements).view(), result.view());
        expect(what, result, {total(elements, op)});
    }

    void reduce() {
        reduce_as<Word>("reduce", op_, [](Word word) { return word; });
        // Groups write partial sums only of these.
        reduce_as<float>("reduce of float", Operator::sum,
                         [](Word word) { return static_cast<float>(word & 0xffu); });
        if (engine_.capabilities().shader_int64)
            reduce_as<std::uint64_t>("reduce of uint64", op_,
                                     [](Word word) { return std::uint64_t{word} * 0x1'0000'0001u; });
    }

    void count() {
        const Array words(words_);
        Array counts(bins);
        compute::DigitHistogram{engine_, bins}(words.view(), 0, counts.view());
        expect("histogram of digits", counts, compute::reference::digit_histogram(words_, 0, bins));
        compute::Histogram<Word>{engine_, bins}(words.view(), 0, bins, counts.view());
        for (const int most : {bins, many_bins}) {
            Array found(most);
            const auto high = static_cast<Word>(most);
            compute::Histogram<Word>{engine_, most}(words.view(), 0, high, found.view());
            expect("histogram", found, compute::reference::histogram<Word>(words_, 0, high, most));
        }
    }

    void search() {
        Array places(size());
        for (const compute::Bound bound : enumerators<compute::Bound>) {
            compute::BinarySearch<Word>{engine_, bound}(Array(sorted_).view(), Array(words_).view(),
                                                        places.view());
            expect("binary search", places, compute::reference::binary_search<Word>(sorted_, words_, bound));
        }
    }

    void split() {
        Array flags(size());
        compute::Split<Word>{engine_}(Array(sorted_).view(), flags.view());
        Words expected(sorted_.size());
        for (std::size_t i = 0; i < sorted_.size(); ++i)
            expected[i] = i == 0 || sorted_[i] != sorted_[i - 1] ? 1 : 0;
        expect("split", flags, expected);
    }

    void part() {
        Words flags(words_.size());
        std::ranges::transform(words_, flags.begin(), [](Word word) { return word & 1u; });
        Array parted(size()), selected(1);
        compute::Partition<Word>{engine_}(Array(words_).view(), Array(flags).view(), parted.view(),
                                          selected.view());
        Words expected = words_;
        const auto rest = std::stable_partition(expected.begin(), expected.end(),
                                                [](Word word) { return (word & 1u) != 0; });
        expect("partition", parted, expected);
        expect("size of the first part", selected, {static_cast<Word>(rest - expected.begin())});
    }

    void merge() {
        const auto middle = static_cast<std::ptrdiff_t>(random_.below(words_.size() + 1));
        Words a(words_.begin(), words_.begin() + middle), b(words_.begin() + middle, words_.end());
        std::ranges::sort(a);
        std::ranges::sort(b);
        const Array keys_a(a), keys_b(b);
        Array keys(size()), values(size());
        compute::Merge<Word>{engine_}(keys_a.view(), keys_b.view(), keys.view());
        expect("merge", keys, sorted_);
        // Values tell the two arrays apart: of equal keys those of the first come first.
        const Words all = numbers(), from_a(all.begin(), all.begin() + middle),
                    from_b(all.begin() + middle, all.end());
        compute::MergeByKey<Word>{engine_}(keys_a.view(), Array(from_a).view(), keys_b.view(),
                                           Array(from_b).view(), keys.view(), values.view());
        expect("merge by key", keys, sorted_);
        expect("values of merge by key", values,
               compute::reference::merge_by_key<Word, Word>(a, from_a, b, from_b).second);
    }

    // act(first, last): the ends of each segment.
    template <class Act>
    void for_each_segment(Act act) const {
        for (std::size_t i = 1; i < offsets_.size(); ++i)
            act(offsets_[i - 1], offsets_[i]);
    }

    void reduce_segments() {
        Array results(segments());
        compute::SegmentedReduce<Word>{engine_, op_}(Array(words_).view(), Array(offsets_).view(),
                                                     results.view());
        Words expected;
        for_each_segment([&](Word first, Word last) {
            expected.push_back(total<Word>({words_.begin() + first, words_.begin() + last}, op_));
        });
        expect("segmented reduce", results, expected);
    }

    void scan_segments() {
        Array results(size());
        compute::SegmentedScan<Word> scan(engine_, {.op = op_});
        const Array words(words_);
        scan.by_offsets(words.view(), Array(offsets_).view(), results.view());
        Words expected = words_, flags(words_.size());
        for_each_segment([&](Word first, Word last) {
            const std::span<Word> segment(expected.begin() + first, expected.begin() + last);
            compute::reference::scan<Word>(segment, segment, op_, false);
            if (first < last)
                flags[first] = 1;
        });
        expect("segmented scan by offsets", results, expected);
        scan.by_flags(words.view(), Array(flags).view(), results.view());
        expect("segmented scan by flags", results, expected);
    }

    void sort_segments() {
        const Array words(words_), offsets(offsets_);
        Array keys(size()), positions(size());
        Words expected = numbers(), in_order(words_.size());
        for_each_segment([&](Word first, Word last) {
            std::stable_sort(expected.begin() + first, expected.begin() + last,
                             [this](Word a, Word b) { return words_[a] < words_[b]; });
        });
        std::ranges::transform(expected, in_order.begin(), [this](Word at) { return words_[at]; });
        // Tiles that publish nothing show whether the states of long segments were cleared.
        compute::SegmentedSort<Word>{engine_, segments(), {.silent_tiles = 2}}(words.view(), offsets.view(),
                                                                               keys.view());
        expect("segmented sort", keys, in_order);
        compute::SegmentedSortPositions<Word>{engine_, segments()}(words.view(), offsets.view(), keys.view(),
                                                                   positions.view());
        expect("keys of segmented sort with positions", keys, in_order);
        expect("positions of segmented sort", positions, expected);
    }

    compute::Engine& engine_;
    Operator op_;
    Random random_;
    Words words_, order_; ///< order: a permutation of the places
    Words sorted_, offsets_;
    std::optional<std::string> wrong_;
};

} // namespace

Check words_check() {
    const std::vector<std::string_view> names{
        "fill",           "iota",          "copy",  "gather",    "scatter", "reduce",
        "histogram",      "binary-search", "split", "partition", "merge",   "segmented-reduce",
        "segmented-scan", "segmented-sort"};
    return {.name = "words",
            .needs = Needs::compute,
            .covers = names,
            .run = [names](machine::Machine& machine, const CaseRequest& request) {
                const WordsCase test = random_words_case(request);
                return run_case(names, test, [&] { return WordsCheck(machine.compute(), test).run(); });
            }};
}

} // namespace scanline::systems
