#include "experiments/primitive_cases.h"

#include "scanline/bench/axes.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <numeric>

namespace scanline::bench {

namespace {

using Words = std::vector<std::uint32_t>;

// Any words, or those below a bound.
Words random_words(Random& random, std::int64_t size, std::uint64_t below = 0) {
    Words words(static_cast<std::size_t>(size));
    std::ranges::generate(
        words, [&] { return static_cast<std::uint32_t>(below > 0 ? random.below(below) : random.next()); });
    return words;
}

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

} // namespace

PrimitiveInput random_elements(std::int64_t size) {
    Random random(primitive_seed);
    return {.elements = random_words(random, size)};
}

PrimitiveInput flagged_elements(std::int64_t size) {
    Random random(primitive_seed);
    return {.elements = random_words(random, size), .flags = random_words(random, size, 2)};
}

PrimitiveInput elements_with_values(std::int64_t size) {
    Random random(primitive_seed);
    return {.elements = random_words(random, size), .values = random_words(random, size)};
}

PrimitiveInput segmented_elements(std::int64_t size) {
    Random random(primitive_seed);
    return {.elements = random_words(random, size), .offsets = skewed_offsets(random, size)};
}

PrimitiveInput small_elements(std::int64_t size) {
    Random random(primitive_seed);
    return {.elements = random_words(random, size, histogram_bins)};
}

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
    // By the elements and then by their places is stable, and faster than to look up the elements by places.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> elements_and_places;
    for (const std::uint32_t element : input.elements)
        elements_and_places.emplace_back(element, static_cast<std::uint32_t>(elements_and_places.size()));
    std::ranges::sort(elements_and_places);
    PrimitiveOutput output;
    for (const auto& [element, place] : elements_and_places) {
        output.results.push_back(element);
        output.companions.push_back(input.values[place]);
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

} // namespace scanline::bench
