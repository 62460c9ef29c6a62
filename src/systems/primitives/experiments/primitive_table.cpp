#include "scanline/systems/primitive.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/histogram.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/reduce.h"
#include "scanline/compute/scan.h"
#include "scanline/compute/segmented_sort.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <numeric>

// To measure another primitive, add an entry: how its input and the right output are made, and how each of
// its variants runs on arrays. See ScanlinePeerCase for what belongs to which.

namespace scanline::systems {

namespace {

using compute::Engine;
using Word = std::uint32_t;
using Words = std::vector<Word>;

constexpr int histogram_bins = 256;
constexpr std::int64_t mean_segment = 1024; ///< elements

// Any words, or those below a bound.
Words random_words(Random& random, std::int64_t size, std::uint64_t below = 0) {
    Words words(static_cast<std::size_t>(size));
    std::ranges::generate(
        words, [&] { return static_cast<std::uint32_t>(below > 0 ? random.below(below) : random.next()); });
    return words;
}

// Boundaries at size * u^4 of uniform u: most of the segments are short, some empty, and those at the end are
// several times as long as the mean.
Words skewed_offsets(Random& random, std::int64_t size) {
    Words offsets(static_cast<std::size_t>(std::max<std::int64_t>(size / mean_segment, 1)) + 1);
    std::ranges::generate(offsets, [&] {
        const double u = random.unit();
        return static_cast<std::uint32_t>(static_cast<double>(size) * (u * u * u * u));
    });
    offsets.front() = 0;
    offsets.back() = static_cast<std::uint32_t>(size);
    std::ranges::sort(offsets);
    return offsets;
}

// What a primitive reads besides its elements.
enum class Beside { nothing, flags, values, segments };

// Any words, or those below a bound, and what is beside them: the same for a size on every machine. Each is
// flagged with a probability of one half.
template <Beside beside = Beside::nothing, std::uint64_t below = 0>
PrimitiveInput random_elements(std::int64_t size) {
    Random random(data_seed);
    PrimitiveInput input{.elements = random_words(random, size, below)};
    if (beside == Beside::flags)
        input.flags = random_words(random, size, 2);
    if (beside == Beside::values)
        input.values = random_words(random, size);
    if (beside == Beside::segments)
        input.offsets = skewed_offsets(random, size);
    return input;
}

// What must come out, by the standard library alone.

PrimitiveOutput the_same(const PrimitiveInput& input) {
    return {.results = input.elements};
}

PrimitiveOutput prefix_sums(const PrimitiveInput& input) {
    PrimitiveOutput output{.results = Words(input.elements.size())};
    std::inclusive_scan(input.elements.begin(), input.elements.end(), output.results.begin());
    return output;
}

PrimitiveOutput those_flagged(const PrimitiveInput& input) {
    PrimitiveOutput output;
    for (std::size_t i = 0; i < input.elements.size(); ++i) {
        if (input.flags[i] != 0)
            output.results.push_back(input.elements[i]);
    }
    output.companions = {static_cast<std::uint32_t>(output.results.size())};
    return output;
}

PrimitiveOutput sum_of_all(const PrimitiveInput& input) {
    return {.results = {std::accumulate(input.elements.begin(), input.elements.end(), std::uint32_t{0})}};
}

PrimitiveOutput in_order(const PrimitiveInput& input) {
    PrimitiveOutput output{.results = input.elements};
    std::ranges::sort(output.results);
    return output;
}

PrimitiveOutput in_order_with_values(const PrimitiveInput& input) {
    std::vector<std::pair<Word, Word>> pairs;
    std::ranges::transform(input.elements, input.values, std::back_inserter(pairs),
                           [](Word element, Word value) { return std::pair(element, value); });
    std::ranges::stable_sort(pairs, {}, &std::pair<Word, Word>::first);
    PrimitiveOutput output;
    for (const auto& [element, value] : pairs) {
        output.results.push_back(element);
        output.companions.push_back(value);
    }
    return output;
}

PrimitiveOutput in_order_within_segments(const PrimitiveInput& input) {
    PrimitiveOutput output{.results = input.elements};
    for (std::size_t i = 1; i < input.offsets.size(); ++i)
        std::sort(output.results.begin() + input.offsets[i - 1], output.results.begin() + input.offsets[i]);
    return output;
}

PrimitiveOutput counts_of_each(const PrimitiveInput& input) {
    PrimitiveOutput output{.results = Words(histogram_bins)};
    for (const std::uint32_t element : input.elements)
        ++output.results[element];
    return output;
}

// The variants.

// make(engine, arrays): the algorithm; call(algorithm, arrays): runs it.
template <class Make, class Call>
PrimitiveVariant made_by(std::string name, Make make, Call call) {
    return {std::move(name), [=](Engine& engine, PrimitiveArrays& arrays) -> Work {
                using Made = decltype(make(engine, arrays));
                return [algorithm = std::make_shared<const Made>(make(engine, arrays)), call, &arrays] {
                    call(*algorithm, arrays);
                };
            }};
}

// The algorithm is constructed from the engine and the options.
template <class Algorithm, class Call, class... Options>
PrimitiveVariant variant(std::string name, Call call, const Options&... options) {
    return made_by(
        std::move(name),
        [=](Engine& engine, const PrimitiveArrays&) { return Algorithm(engine, options...); }, call);
}

// "auto", then each method in each of the orders.
template <class Algorithm, class Options, class Orders, class Call>
std::vector<PrimitiveVariant> by_methods_and_orders(const Orders& orders, Call call) {
    std::vector<PrimitiveVariant> variants{variant<Algorithm>("auto", call, Options{})};
    for (const compute::ScanMethod method : enumerators<compute::ScanMethod>) {
        for (const compute::ScanOrder order : orders)
            variants.push_back(variant<Algorithm>(fmt::format("{}-{}", to_string(method), to_string(order)),
                                                  call, Options{.method = method, .order = order}));
    }
    return variants;
}

constexpr std::array moving_orders{compute::ScanOrder::reduce_then_scan, compute::ScanOrder::chained};

constexpr auto elements_to_results = [](const auto& algorithm, PrimitiveArrays& arrays) {
    algorithm(arrays.elements.view(), arrays.results.view());
};
constexpr auto compact_flagged = [](const auto& compact, PrimitiveArrays& arrays) {
    compact(arrays.elements.view(), arrays.flags.view(), arrays.results.view(), arrays.companions.view());
};
constexpr auto sort_pairs = [](const auto& sort, PrimitiveArrays& arrays) {
    sort(arrays.elements.view(), arrays.values.view(), arrays.results.view(), arrays.companions.view());
};
constexpr auto make_segmented_sort = [](Engine& engine, const PrimitiveArrays& arrays) {
    return compute::SegmentedSort<Word>(engine, arrays.offsets.size() - 1);
};
constexpr auto sort_segments = [](const auto& sort, PrimitiveArrays& arrays) {
    sort(arrays.elements.view(), arrays.offsets.view(), arrays.results.view());
};
constexpr auto count_values = [](const auto& histogram, PrimitiveArrays& arrays) {
    histogram(arrays.elements.view(), 0, histogram_bins, arrays.results.view().part(0, histogram_bins));
};
constexpr auto count_digits = [](const auto& histogram, PrimitiveArrays& arrays) {
    histogram(arrays.elements.view(), 0, arrays.results.view().part(0, histogram_bins));
};

} // namespace

std::span<const Primitive> primitives() {
    static const std::array all{
        Primitive{.name = "copy",
                  .title = "Copies of uint32",
                  .input = random_elements<>,
                  .expected = the_same,
                  .variants = {variant<compute::Copy<Word>>("auto", elements_to_results)}},
        Primitive{.name = "scan",
                  .title = "Inclusive prefix sums of uint32",
                  .input = random_elements<>,
                  .expected = prefix_sums,
                  .variants = by_methods_and_orders<compute::Scan<Word>, compute::ScanOptions>(
                      enumerators<compute::ScanOrder>, elements_to_results),
                  .goals = {.speed = 1, .small_time = 1.5, .bandwidth = 0.75}},
        Primitive{.name = "compact-flagged",
                  .title = "Compactions of uint32 by flags, half of them set",
                  .input = random_elements<Beside::flags>,
                  .expected = those_flagged,
                  .variants = by_methods_and_orders<compute::Compact<Word>, compute::CompactOptions>(
                      moving_orders, compact_flagged),
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "reduce",
                  .title = "Sums of uint32",
                  .input = random_elements<>,
                  .expected = sum_of_all,
                  .variants = {variant<compute::Reduce<Word>>("auto", elements_to_results)},
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "sort",
                  .title = "Sorts of uint32",
                  .input = random_elements<>,
                  .expected = in_order,
                  .variants = {variant<compute::RadixSort<Word>>("auto", elements_to_results)},
                  .goals = {.speed = 0.9, .small_time = 1.5}},
        Primitive{.name = "sort-pairs",
                  .title = "Stable sorts of uint32 with a value each",
                  .input = random_elements<Beside::values>,
                  .expected = in_order_with_values,
                  .variants = {variant<compute::RadixSortPairs<Word>>("auto", sort_pairs)},
                  .goals = {.speed = 0.9, .small_time = 1.5}},
        Primitive{.name = "segmented-sort",
                  .title = "Sorts of uint32 within skewed segments, 1024 elements in the mean",
                  .input = random_elements<Beside::segments>,
                  .expected = in_order_within_segments,
                  .variants = {made_by("auto", make_segmented_sort, sort_segments)},
                  .goals = {.speed = 1, .small_time = 1.5}},
        // By ranges of values, as the peers do, and by digits, as a radix sort does.
        Primitive{.name = "histogram",
                  .title = "Histograms of uint32 below 256, a bin for each",
                  .input = random_elements<Beside::nothing, histogram_bins>,
                  .expected = counts_of_each,
                  .variants = {variant<compute::Histogram<Word>>("auto", count_values, histogram_bins),
                               variant<compute::DigitHistogram>("digits", count_digits, histogram_bins)},
                  .goals = {.small_time = 1.5}},
    };
    return all;
}

} // namespace scanline::systems
