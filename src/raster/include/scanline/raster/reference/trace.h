#pragma once
#include "scanline/raster/reference/stream.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::raster::reference {

/// The output of one pass, row by row as the pass's rectangle lies in its texture; four floats a texel for
/// descriptors.
struct TracedPass {
    std::string name; ///< see passes.h
    int step = 0;
    std::vector<float> values;
    int channels = 1; ///< floats of a texel
    /// What each of the values was computed from, in the order of the fetches; empty where it was not asked
    /// for. A batch of blocks that is joined has, as it has the values, also the reads of the batches before.
    std::vector<std::vector<Read>> reads{};
};

/// What a CPU twin computed, pass by pass, in the order in which the GPU class it mirrors announces its
/// passes.
class Trace {
public:
    enum class Detail {
        values, ///< what the passes wrote
        reads,  ///< and what each element of it was computed from: for small streams
    };

    Trace() = default;
    explicit Trace(Detail detail) : detail_(detail) {}

    Detail detail() const { return detail_; }
    void add(TracedPass pass) { passes_.push_back(std::move(pass)); }
    const std::vector<TracedPass>& passes() const { return passes_; }

private:
    Detail detail_ = Detail::values;
    std::vector<TracedPass> passes_;
};

/// Where an array differs first from what it should be: "element 3 is 1, expected 2", or "4 elements,
/// expected 5"; nothing where both are the same.
std::optional<std::string> first_difference(std::span<const float> found, std::span<const float> expected);

/// Where a pass differs from what it should be.
struct TraceDifference {
    std::size_t pass = 0; ///< index in the twin's passes(), or their number where only the GPU has more
    std::string text;     ///< "doubling 2: element 3 is 1, expected 2"
};

/// The first pass in which what the GPU did differs from what its twin did; nothing where all agree. The twin
/// knows nothing of the vertices that some drivers need computed.
std::optional<TraceDifference> first_difference(std::span<const TracedPass> found,
                                                std::span<const TracedPass> twin);
std::optional<TraceDifference> first_difference(const Trace& found, const Trace& twin);

} // namespace scanline::raster::reference
