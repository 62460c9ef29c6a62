#pragma once
#include "scanline/raster/reference/trace.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace scanline::raster::reference {

/// The lists for what the elements of a pass read: none where the trace does not ask for them.
inline std::vector<std::vector<Read>> make_reads(const Trace* trace, std::size_t size) {
    const bool wanted = trace && trace->detail() == Trace::Detail::reads;
    return std::vector<std::vector<Read>>(wanted ? size : 0);
}

/// Where the elements of the next pass of a trace stand.
inline Origin next_origin(const Trace* trace) {
    return {.pass = trace ? static_cast<std::int32_t>(trace->passes().size()) : Read::source};
}

/// One pass of the GPU: element(i) computes output i on its own from what earlier passes left, as a fragment
/// shader does. With `channels` outputs to a texel, output i is channel i % channels of its texel.
template <class Element>
Stream run_pass(Trace* trace, std::string_view name, int step, std::size_t size, Element element,
                int channels = 1) {
    std::vector<float> output(size);
    std::vector<std::vector<Read>> reads = make_reads(trace, size);
    for (std::size_t i = 0; i < size; ++i) {
        if (reads.empty()) {
            output[i] = element(i);
        } else {
            const ReadScope scope(reads[i]);
            output[i] = element(i);
        }
    }
    const Origin origin = next_origin(trace);
    if (trace)
        trace->add({std::string(name), step, output, channels, std::move(reads)});
    return {std::move(output), origin};
}

/// A count or a position read from a stream, where it is a whole number below 2^24.
inline std::size_t to_index(float value) {
    return static_cast<std::size_t>(value);
}

} // namespace scanline::raster::reference
