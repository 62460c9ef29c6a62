#pragma once
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
};

/// What a CPU twin computed, pass by pass, in the order in which the GPU class it mirrors announces its
/// passes.
class Trace {
public:
    void add(std::string_view name, int step, std::span<const float> values) {
        passes_.push_back({std::string(name), step, {values.begin(), values.end()}});
    }
    const std::vector<TracedPass>& passes() const { return passes_; }

private:
    std::vector<TracedPass> passes_;
};

} // namespace scanline::raster::reference
