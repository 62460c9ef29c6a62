#include "experiments/primitive_cases.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/histogram.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/reduce.h"
#include "scanline/compute/scan.h"
#include "scanline/compute/segmented_sort.h"

#include <array>
#include <fmt/format.h>
#include <memory>

// To measure another primitive, add an entry: how its input and the right output are made, see
// primitive_cases.h, and how each of its variants runs on arrays.

namespace scanline::bench {

namespace {

using compute::Engine;
using Word = std::uint32_t;

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
    for (const compute::ScanMethod method : compute::all_scan_methods) {
        for (const compute::ScanOrder order : orders)
            variants.push_back(variant<Algorithm>(fmt::format("{}-{}", to_string(method), to_string(order)),
                                                  call, Options{.method = method, .order = order}));
    }
    return variants;
}

constexpr std::array moving_orders{compute::ScanOrder::reduce_then_scan, compute::ScanOrder::chained};
constexpr int bins = histogram_bins;

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
    histogram(arrays.elements.view(), 0, bins, arrays.results.view().part(0, bins));
};
constexpr auto count_digits = [](const auto& histogram, PrimitiveArrays& arrays) {
    histogram(arrays.elements.view(), 0, arrays.results.view().part(0, bins));
};

} // namespace

std::span<const Primitive> primitives() {
    static const std::array all{
        Primitive{.name = "copy",
                  .title = "Copies of uint32",
                  .input = random_elements,
                  .expected = the_same,
                  .variants = {variant<compute::Copy<Word>>("auto", elements_to_results)}},
        Primitive{.name = "scan",
                  .title = "Inclusive prefix sums of uint32",
                  .input = random_elements,
                  .expected = prefix_sums,
                  .variants = by_methods_and_orders<compute::Scan<Word>, compute::ScanOptions>(
                      compute::all_scan_orders, elements_to_results),
                  .goals = {.speed = 1, .small_time = 1.5, .bandwidth = 0.75}},
        Primitive{.name = "compact-flagged",
                  .title = "Compactions of uint32 by flags, half of them set",
                  .input = flagged_elements,
                  .expected = those_flagged,
                  .variants = by_methods_and_orders<compute::Compact<Word>, compute::CompactOptions>(
                      moving_orders, compact_flagged),
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "reduce",
                  .title = "Sums of uint32",
                  .input = random_elements,
                  .expected = sum_of_all,
                  .variants = {variant<compute::Reduce<Word>>("auto", elements_to_results)},
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "sort",
                  .title = "Sorts of uint32",
                  .input = random_elements,
                  .expected = in_order,
                  .variants = {variant<compute::RadixSort<Word>>("auto", elements_to_results)},
                  .goals = {.speed = 0.6, .small_time = 1.5}},
        Primitive{.name = "sort-pairs",
                  .title = "Stable sorts of uint32 with a value each",
                  .input = elements_with_values,
                  .expected = in_order_with_values,
                  .variants = {variant<compute::RadixSortPairs<Word>>("auto", sort_pairs)},
                  .goals = {.speed = 0.6, .small_time = 1.5}},
        Primitive{.name = "segmented-sort",
                  .title = "Sorts of uint32 within skewed segments, 1024 elements in the mean",
                  .input = segmented_elements,
                  .expected = in_order_within_segments,
                  .variants = {made_by("auto", make_segmented_sort, sort_segments)},
                  .goals = {.speed = 1, .small_time = 1.5}},
        // By ranges of values, as the peers do, and by digits, as a radix sort does.
        Primitive{.name = "histogram",
                  .title = "Histograms of uint32 below 256, a bin for each",
                  .input = small_elements,
                  .expected = counts_of_each,
                  .variants = {variant<compute::Histogram<Word>>("auto", count_values, bins),
                               variant<compute::DigitHistogram>("digits", count_digits, bins)},
                  .goals = {.small_time = 1.5}},
    };
    return all;
}

} // namespace scanline::bench
