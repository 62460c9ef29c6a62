#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {

namespace detail {

/// The common part of gather and scatter: elements, indices and results.
class IndexedKernel : ElementwiseKernel {
public:
    enum class Names { elements, results }; ///< what the indices address

    IndexedKernel(Engine& engine, ElementType type, Names names);
    void run(const BufferRange& input, const BufferRange& indices, const BufferRange& output,
             const std::optional<BufferRange>& count) const;

private:
    Names names_;
};

} // namespace detail

/// Gathers elements of any type: output[i] = input[indices[i]]. An index out of range gives zero (for Pair:
/// two zeros). Elements are moved bit for bit.
///
/// Output must be as long as the indices and must not overlap indices or input. n = 0: no work. Errors: usage
/// if these rules are broken, an array is larger than a storage block, or the count overlaps the output.
///
///     Gather<float> gather(engine);
///     gather(a, i, b);   // a: 0.5 1.5 2.5   i: 2 0 0 7   b: 2.5 0.5 0.5 0
template <Element T>
class Gather {
public:
    explicit Gather(Engine& engine)
        : kernel_(engine, element_type_of<T>, detail::IndexedKernel::Names::elements) {}

    /// count: gather only the first count[0] indices, read on the GPU; the other results are unchanged.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> indices, ArrayView<T> output,
                    Count count = {}) const {
        kernel_.run(input.range(), indices.range(), output.range(), count.range());
    }

private:
    detail::IndexedKernel kernel_;
};

/// Scatters elements of any type: output[indices[i]] = input[i]. An index out of range is skipped; results
/// that no index names are unchanged. Elements are moved bit for bit. Indices should be unique: of several
/// elements for one position any may win, and an eight-byte result may mix words of two.
///
/// Input must be as long as the indices; output may have any size and must not overlap either. n = 0: no
/// work. Errors: usage if these rules are broken, an array is larger than a storage block, or the count
/// overlaps the output.
///
///     Scatter<float> scatter(engine);
///     scatter(a, i, b);   // a: 0.5 1.5 2.5   i: 3 7 0   b: 9 9 9 9, then 2.5 9 9 0.5
template <Element T>
class Scatter {
public:
    explicit Scatter(Engine& engine)
        : kernel_(engine, element_type_of<T>, detail::IndexedKernel::Names::results) {}

    /// count: scatter only the first count[0] elements, read on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> indices, ArrayView<T> output,
                    Count count = {}) const {
        kernel_.run(input.range(), indices.range(), output.range(), count.range());
    }

private:
    detail::IndexedKernel kernel_;
};

} // namespace scanline::compute
