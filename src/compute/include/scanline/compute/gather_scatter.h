#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {

namespace detail {

/// What gather and scatter have in common: elements, indices and results.
class IndexedKernel : ElementwiseKernel {
public:
    enum class Names { elements, results }; ///< what the indices name

    IndexedKernel(Engine& engine, ElementType type, Names names);
    void run(const BufferRange& input, const BufferRange& indices, const BufferRange& output,
             const std::optional<BufferRange>& count) const;

private:
    Names names_;
};

} // namespace detail

/// Collects elements of any type from where indices say: output[i] = input[indices[i]]. An index that is not
/// below the input's size gives zero (of a Pair: two). Elements are moved bit for bit.
///
/// Output must be as long as the indices and apart from indices and input. n = 0 is nothing to do. Errors:
/// usage where that does not hold, an array is larger than a storage block, or the count lies in the output.
///
///     Gather<float> gather(engine);
///     gather(a, i, b);   // a: 0.5 1.5 2.5   i: 2 0 0 7   b: 2.5 0.5 0.5 0
template <Element T>
class Gather {
public:
    explicit Gather(Engine& engine)
        : kernel_(engine, element_type_of<T>, detail::IndexedKernel::Names::elements) {}

    /// count: only the first count[0] indices, a number that lies on the GPU; the other results stay as they
    /// are.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> indices, ArrayView<T> output,
                    Count count = {}) const {
        kernel_.run(input.range(), indices.range(), output.range(), count.range());
    }

private:
    detail::IndexedKernel kernel_;
};

/// Puts elements of any type where indices say: output[indices[i]] = input[i]. An index that is not below the
/// output's size is passed over; results that no index names stay as they are. Elements are moved bit for
/// bit. An index should occur once: of several elements for one place, any may be the one that stays, and of
/// elements of eight bytes it may be words of two.
///
/// Input must be as long as the indices; output may have any size and must be apart from both. n = 0 is
/// nothing to do. Errors: usage where that does not hold, an array is larger than a storage block, or the
/// count lies in the output.
///
///     Scatter<float> scatter(engine);
///     scatter(a, i, b);   // a: 0.5 1.5 2.5   i: 3 7 0   b: 9 9 9 9, then 2.5 9 9 0.5
template <Element T>
class Scatter {
public:
    explicit Scatter(Engine& engine)
        : kernel_(engine, element_type_of<T>, detail::IndexedKernel::Names::results) {}

    /// count: only the first count[0] elements, a number that lies on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> indices, ArrayView<T> output,
                    Count count = {}) const {
        kernel_.run(input.range(), indices.range(), output.range(), count.range());
    }

private:
    detail::IndexedKernel kernel_;
};

} // namespace scanline::compute
