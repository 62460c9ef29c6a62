#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/kernel.h"

namespace scanline::compute {
namespace detail {

class HistogramKernel : ElementwiseKernel {
public:
    enum class By { digit, range }; ///< of histogram.comp

    HistogramKernel(Engine& engine, ElementType type, By by, int bins);
    void run_digit(const BufferRange& keys, int shift, const BufferRange& counts,
                   const std::optional<BufferRange>& count) const;
    void run_range(const BufferRange& values, std::int64_t low, std::int64_t high, const BufferRange& counts,
                   const std::optional<BufferRange>& count) const;
    void run_range(const BufferRange& values, float low, float high, const BufferRange& counts,
                   const std::optional<BufferRange>& count) const;

private:
    struct Run;
    void run(const Run& run) const;

    int bins_;
    std::int64_t max_groups_;
    mutable DeviceArray<std::uint32_t> sums_; ///< zero between runs
};

} // namespace detail

/// Counts the digits of uint32 keys, as a radix sort does: counts[d] is the number of keys whose digit (key
/// >> shift) & (bins - 1) is d.
///
/// bins: a power of two from 1 to 65536; shift: 0 to 31. There are as many counts as bins; they are
/// overwritten. Exact and deterministic. No keys: all counts are zero. Up to 4096 bins, each group counts in
/// shared memory; above that, in the result itself. Errors: usage if a parameter is out of range, the arrays
/// overlap or are larger than a storage block, or the count overlaps the counts.
///
///     DigitHistogram histogram(engine, 4);
///     histogram(keys, 2, counts);   // keys: 0 4 5 9 16 31   counts: 2 2 1 1
class DigitHistogram {
public:
    explicit DigitHistogram(Engine& engine, int bins)
        : kernel_(engine, ElementType::uint32, detail::HistogramKernel::By::digit, bins) {}

    /// count: only the first count[0] keys, read on the GPU.
    void operator()(ArrayView<const std::uint32_t> keys, int shift, ArrayView<std::uint32_t> counts,
                    Count count = {}) const {
        kernel_.run_digit(keys.range(), shift, counts.range(), count.range());
    }

private:
    detail::HistogramKernel kernel_;
};

/// Counts the uint32, int32 or float values in [low, high) in bins of equal width. Values outside and NaN are
/// not counted; -0 counts as 0.
///
/// An integer x is in bin floor((x - low) * bins / (high - low)), exactly. A float x is in the last bin whose
/// lower edge is at most x: low + bin * width, with product and sum rounded in turn, and width = (high - low)
/// / bins, computed in double and rounded.
///
/// bins: 1 to 65536. There are as many counts as bins; they are overwritten. Exact and deterministic. No
/// values: all counts are zero. Up to 4096 bins, each group counts in shared memory; above that, in the
/// result itself. Errors: usage if low >= high, bins are out of range, the arrays overlap or are larger than
/// a storage block, or the count overlaps the counts; for floats also if low or high is not finite, high -
/// low is above 2^126, or a bin is narrower than 2^-100 or than four times the distance of low or high from
/// the next float toward 0.
///
///     Histogram<float> histogram(engine, 4);
///     histogram(values, 0, 2, counts);   // values: 0 0.4 0.5 1.9 2 -1   counts: 2 1 0 1
template <Number T>
class Histogram {
public:
    explicit Histogram(Engine& engine, int bins)
        : kernel_(engine, element_type_of<T>, detail::HistogramKernel::By::range, bins) {}

    /// count: only the first count[0] values, read on the GPU.
    void operator()(ArrayView<const T> values, T low, T high, ArrayView<std::uint32_t> counts,
                    Count count = {}) const {
        kernel_.run_range(values.range(), Bound{low}, Bound{high}, counts.range(), count.range());
    }

private:
    using Bound = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;

    detail::HistogramKernel kernel_;
};

} // namespace scanline::compute
