#pragma once
#include "scanline/raster/reference/trace.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace scanline::raster::reference {

/// One pass of the GPU: element(i) computes output i on its own from what earlier passes left, as a fragment
/// shader does.
template <class Element>
std::vector<float> run_pass(Trace* trace, std::string_view name, int step, std::size_t size,
                            Element element) {
    std::vector<float> output(size);
    for (std::size_t i = 0; i < size; ++i)
        output[i] = element(i);
    if (trace)
        trace->add(name, step, output);
    return output;
}

/// A count or a position read from a stream, where it is a whole number below 2^24.
inline std::size_t to_index(float value) {
    return static_cast<std::size_t>(value);
}

} // namespace scanline::raster::reference
