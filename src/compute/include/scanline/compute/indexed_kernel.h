#pragma once
#include "scanline/compute/single_kernel.h"

namespace scanline::compute::detail {

/// What gather and scatter have in common: elements, indices and results.
class IndexedKernel : public SingleKernel {
public:
    enum class Names { elements, results }; ///< what the indices name

    IndexedKernel(Engine& engine, ElementType type, Names names);
    void run(const BufferRange& input, const BufferRange& indices, const BufferRange& output,
             const std::optional<BufferRange>& count) const;

private:
    Names names_;
};

} // namespace scanline::compute::detail
