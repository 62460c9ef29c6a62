#include "experiments/scan_arrays.h"

#include "scanline/bench/axes.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace scanline::bench {

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr double allowed_error = 1e-4; ///< of the sum of magnitudes

} // namespace

ScanArrays::Memory ScanArrays::allocate(std::size_t elements) {
    const std::size_t bytes =
        divide_rounding_up(std::max<std::size_t>(elements, 1) * sizeof(float), page_bytes) * page_bytes;
    Memory memory(static_cast<float*>(std::aligned_alloc(page_bytes, bytes)));
    if (!memory)
        throw Error(
            fmt::format("there is no memory for {} elements of float32 twice: measure fewer", elements));
    return memory;
}

ScanArrays::ScanArrays(std::int64_t elements, bool in_place) : in_place_(in_place) {
    const auto size = static_cast<std::size_t>(elements);
    element_memory_ = allocate(size);
    sum_memory_ = allocate(size);
    elements_ = {element_memory_.get(), size};
    sums_ = {sum_memory_.get(), size};
    Random random(primitive_seed);
    std::ranges::generate(elements_, [&random] { return static_cast<float>(2 * random.unit() - 1); });
    clear();
}

void ScanArrays::restore() const {
    if (in_place_)
        std::ranges::copy(elements_, sums_.begin());
}

void ScanArrays::clear() const {
    std::ranges::fill(sums_, std::numeric_limits<float>::infinity());
    restore();
}

std::string ScanArrays::difference() const {
    double sum = 0, magnitudes = 0;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
        const auto element = static_cast<double>(elements_[i]);
        sum += element;
        magnitudes += std::abs(element);
        if (!(std::abs(static_cast<double>(sums_[i]) - sum) <= allowed_error * magnitudes))
            return fmt::format("{}sum {} is {}, not {}", wrong_result, i, sums_[i], sum);
    }
    return {};
}

} // namespace scanline::bench
