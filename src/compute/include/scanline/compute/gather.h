#pragma once
#include "scanline/compute/indexed_kernel.h"

namespace scanline::compute {

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

    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> indices,
                    ArrayView<T> output) const {
        kernel_.run(input.range(), indices.range(), output.range(), std::nullopt);
    }
    /// Only the first count[0] indices, a number that lies on the GPU; the other results stay as they are.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> indices, ArrayView<T> output,
                    ArrayView<const std::uint32_t> count) const {
        kernel_.run(input.range(), indices.range(), output.range(), count.range());
    }

private:
    detail::IndexedKernel kernel_;
};

} // namespace scanline::compute
