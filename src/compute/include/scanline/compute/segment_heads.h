#pragma once
#include "scanline/compute/fill.h"

namespace scanline::compute::detail {

/// Turns the offsets of segments, as compressed rows have them, into flags of where they begin.
class SegmentHeads {
public:
    explicit SegmentHeads(Engine& engine);
    /// heads: 1 where a segment that is not empty begins, 0 elsewhere.
    void run(const BufferRange& offsets, const BufferRange& heads) const;

private:
    class MarkKernel : public SingleKernel {
    public:
        explicit MarkKernel(Engine& engine);
        void run(const BufferRange& offsets, const BufferRange& heads) const;
    };

    FillKernel fill_;
    MarkKernel mark_;
};

} // namespace scanline::compute::detail
