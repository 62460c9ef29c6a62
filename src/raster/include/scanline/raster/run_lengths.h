#pragma once
#include "scanline/raster/options.h"
#include "scanline/raster/prefix_sum.h"

#include <optional>

namespace scanline::raster {

/// The length of the run of ones that starts at each element, within its block; 0 for zeros. Recursive
/// doubling: log2(b) full passes. Balanced tree: 2 log2(b) passes over trees of halving size and one to
/// shift. Source: GRAPP 2009, section 3.3.1, algorithms 2 to 4.
///
///     block 8:  1 1 1 0 1 0 1 1  ->  3 2 1 0 1 0 2 1
class RunLengths {
public:
    RunLengths(Engine& engine, const StreamLayout& layout, RunLengthMethod method);

    /// Returns the texture of `scratch` that holds the result; `inv` is unchanged and must not be part of
    /// `scratch`.
    const StreamTexture& operator()(const StreamTexture& inv, const StreamPair& scratch) const;

    RunLengthMethod method() const { return method_; }

private:
    const StreamTexture& sweep(const StreamTexture& inv, const StreamPair& scratch) const;

    Engine& engine_;
    StreamLayout layout_;
    RunLengthMethod method_;
    std::optional<Doubling> doubling_; ///< only what the method needs is compiled
    std::optional<UpSweep> up_sweep_;
    std::optional<DownSweep> down_sweep_;
    std::optional<FillProgram> shift_;
};

/// Keeps the length of each run at its first element and sets the rest to 0. A stage of its own in GRAPP
/// 2009, figure 3.
///
///     block 8:  0 2 1 0 0 3 2 1  ->  0 2 0 0 0 3 0 0
class RunExtraction {
public:
    RunExtraction(Engine& engine, const StreamLayout& layout);

    void operator()(const StreamTexture& lengths, const StreamTexture& output) const;

private:
    Engine& engine_;
    StreamLayout layout_;
    FillProgram program_;
};

} // namespace scanline::raster
