#include "experiments/primitive_variants.h"

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
#include <span>

namespace scanline::bench {

namespace {

using compute::Engine;

// A variant by the algorithm that make(engine, arrays) gives; call(algorithm, arrays) runs it.
template <class Make, class Call>
PrimitiveVariant variant_of(std::string name, Make make, Call call) {
    return {std::move(name), [=](Engine& engine, PrimitiveArrays& arrays) -> Work {
                using Made = decltype(make(engine, arrays));
                return [algorithm = std::make_shared<const Made>(make(engine, arrays)), call, &arrays] {
                    call(*algorithm, arrays);
                };
            }};
}

// One by an algorithm that is made of the engine and options.
template <class Algorithm, class Call, class... Options>
PrimitiveVariant variant(std::string name, Call call, const Options&... options) {
    return variant_of(
        std::move(name),
        [=](Engine& engine, const PrimitiveArrays&) { return Algorithm(engine, options...); }, call);
}

constexpr auto elements_to_results = [](const auto& algorithm, PrimitiveArrays& arrays) {
    algorithm(arrays.elements.view(), arrays.results.view());
};

PrimitiveVariant scan_variant(std::string name, const compute::ScanOptions& options) {
    return variant<compute::Scan<std::uint32_t>>(std::move(name), elements_to_results, options);
}

PrimitiveVariant compact_variant(std::string name, const compute::CompactOptions& options) {
    return variant<compute::Compact<std::uint32_t>>(
        std::move(name),
        [](const auto& compact, PrimitiveArrays& arrays) {
            compact(arrays.elements.view(), arrays.flags.view(), arrays.results.view(),
                    arrays.companions.view());
        },
        options);
}

// "auto", then each method in each of the orders, by make(name, options).
template <class Options, class Make>
std::vector<PrimitiveVariant> by_methods_and_orders(std::span<const compute::ScanOrder> orders, Make make) {
    std::vector<PrimitiveVariant> variants{make("auto", {})};
    for (const compute::ScanMethod method : compute::all_scan_methods) {
        for (const compute::ScanOrder order : orders)
            variants.push_back(make(fmt::format("{}-{}", to_string(method), to_string(order)),
                                    Options{.method = method, .order = order}));
    }
    return variants;
}

} // namespace

std::vector<PrimitiveVariant> copy_variants() {
    return {variant<compute::Copy<std::uint32_t>>("auto", elements_to_results)};
}

std::vector<PrimitiveVariant> scan_variants() {
    return by_methods_and_orders<compute::ScanOptions>(compute::all_scan_orders, scan_variant);
}

std::vector<PrimitiveVariant> compact_variants() {
    constexpr std::array orders{compute::ScanOrder::reduce_then_scan, compute::ScanOrder::chained};
    return by_methods_and_orders<compute::CompactOptions>(orders, compact_variant);
}

std::vector<PrimitiveVariant> reduce_variants() {
    return {variant<compute::Reduce<std::uint32_t>>("auto", elements_to_results)};
}

std::vector<PrimitiveVariant> sort_variants() {
    return {variant<compute::RadixSort<std::uint32_t>>("auto", elements_to_results)};
}

std::vector<PrimitiveVariant> sort_pairs_variants() {
    return {variant<compute::RadixSortPairs<std::uint32_t>>("auto", [](const auto& sort,
                                                                       PrimitiveArrays& arrays) {
        sort(arrays.elements.view(), arrays.values.view(), arrays.results.view(), arrays.companions.view());
    })};
}

std::vector<PrimitiveVariant> segmented_sort_variants() {
    return {variant_of(
        "auto",
        [](Engine& engine, const PrimitiveArrays& arrays) {
            return compute::SegmentedSort<std::uint32_t>(engine, arrays.offsets.size() - 1);
        },
        [](const auto& sort, PrimitiveArrays& arrays) {
            sort(arrays.elements.view(), arrays.offsets.view(), arrays.results.view());
        })};
}

std::vector<PrimitiveVariant> histogram_variants() {
    constexpr int bins = histogram_bins;
    return {variant<compute::Histogram<std::uint32_t>>(
                "auto",
                [](const auto& histogram, PrimitiveArrays& arrays) {
                    histogram(arrays.elements.view(), 0, bins, arrays.results.view().part(0, bins));
                },
                bins),
            variant<compute::DigitHistogram>(
                "digits",
                [](const auto& histogram, PrimitiveArrays& arrays) {
                    histogram(arrays.elements.view(), 0, arrays.results.view().part(0, bins));
                },
                bins)};
}

} // namespace scanline::bench
