#include "scanline/bench/primitive.h"

#include "scanline/compute/copy.h"
#include "scanline/compute/scan.h"
#include "scanline/core/random.h"

#include "primitives/primitive_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>

// A primitive more is an entry of the table at the end: how its input and the right output are made, and how
// each of its variants runs on arrays.

namespace scanline::bench {

namespace {

std::vector<std::uint32_t> random_words(std::int64_t size) {
    Random random(primitive_seed);
    std::vector<std::uint32_t> words(static_cast<std::size_t>(size));
    std::ranges::generate(words, [&random] { return static_cast<std::uint32_t>(random.next()); });
    return words;
}

PrimitiveInput random_elements(std::int64_t size) {
    return {.elements = random_words(size)};
}

PrimitiveOutput the_same(const PrimitiveInput& input) {
    return {.results = input.elements};
}

PrimitiveOutput prefix_sums(const PrimitiveInput& input) {
    PrimitiveOutput output{.results = input.elements};
    std::inclusive_scan(output.results.begin(), output.results.end(), output.results.begin());
    return output;
}

// A variant by an algorithm that is made of the engine and options; call(algorithm, arrays) runs it.
template <class Algorithm, class Call, class... Options>
PrimitiveVariant variant(std::string name, Call call, const Options&... options) {
    return {std::move(name), [=](compute::Engine& engine, PrimitiveArrays& arrays) -> Work {
                return [algorithm = std::make_shared<Algorithm>(engine, options...), call, &arrays] {
                    call(*algorithm, arrays);
                };
            }};
}

constexpr auto elements_to_results = [](const auto& algorithm, PrimitiveArrays& arrays) {
    algorithm(arrays.elements.view(), arrays.results.view());
};

PrimitiveVariant scan_variant(std::string name, const compute::ScanOptions& options) {
    return variant<compute::Scan<std::uint32_t>>(std::move(name), elements_to_results, options);
}

std::vector<PrimitiveVariant> scan_variants() {
    std::vector<PrimitiveVariant> variants{scan_variant("auto", {})};
    for (const compute::ScanMethod method : compute::all_scan_methods) {
        for (const compute::ScanOrder order : compute::all_scan_orders)
            variants.push_back(scan_variant(fmt::format("{}-{}", to_string(method), to_string(order)),
                                            {.method = method, .order = order}));
    }
    return variants;
}

} // namespace

std::span<const Primitive> primitives() {
    static const std::array all{
        Primitive{.name = "copy",
                  .title = "Copies of uint32",
                  .input = random_elements,
                  .expected = the_same,
                  .variants = {variant<compute::Copy<std::uint32_t>>("auto", elements_to_results)}},
        Primitive{.name = "scan",
                  .title = "Inclusive prefix sums of uint32",
                  .input = random_elements,
                  .expected = prefix_sums,
                  .variants = scan_variants(),
                  .goals = {.speed = 1, .small_time = 1.5, .bandwidth = 0.75}},
    };
    return all;
}

} // namespace scanline::bench
