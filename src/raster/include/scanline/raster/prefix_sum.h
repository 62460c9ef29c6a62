#pragma once
#include "scanline/raster/doubling.h"
#include "scanline/raster/options.h"
#include "scanline/raster/tree.h"

#include <optional>

namespace scanline::raster {

/// Inclusive prefix sums inside every block of a stream of non-negative integers (exact below 2^24).
/// Hillis-Steele: log2(b) passes over all elements. Blelloch: log2(b) - 1 passes up and log2(b) down over
/// trees of halving size, about three times the elements in all. Sources: Hillis and Steele 1986, Blelloch
/// 1990, GRAPP 2009 section 2.
///
///     block 8:  0 1 1 0 0 1 1 1  ->  0 1 2 2 2 3 4 5
class PrefixSum {
public:
    PrefixSum(Engine& engine, const StreamLayout& layout, PrefixSumMethod method);

    /// Returns the texture of `scratch` that holds the result; `input` is unchanged and must not be part of
    /// `scratch`.
    const StreamTexture& operator()(const StreamTexture& input, const StreamPair& scratch) const;
    /// The same, announced as a stage of its own.
    const StreamTexture& operator()(const StreamTexture& input, const StreamPair& scratch,
                                    std::string_view stage) const;

    PrefixSumMethod method() const { return method_; }

private:
    Engine& engine_;
    StreamLayout layout_;
    PrefixSumMethod method_;
    std::optional<Doubling> doubling_; ///< only what the method needs is compiled
    std::optional<UpSweep> up_sweep_;
    std::optional<DownSweep> down_sweep_;
};

} // namespace scanline::raster
