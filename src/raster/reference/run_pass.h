#pragma once
#include "scanline/raster/reference/trace.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace scanline::raster::reference {

/// The lists of reads for the elements of a pass: empty if the trace does not record them.
inline std::vector<std::vector<Read>> make_reads(const Trace* trace, std::size_t size) {
    const bool wanted = trace && trace->detail() == Trace::Detail::reads;
    return std::vector<std::vector<Read>>(wanted ? size : 0);
}

/// The origin of the elements of a trace's next pass.
inline Origin next_origin(const Trace* trace) {
    return {.pass = trace ? static_cast<std::int32_t>(trace->passes().size()) : Read::source};
}

/// One pass of the GPU: element(i) computes output i independently from earlier passes, like a fragment
/// shader. Output i is channel i % channels of its texel.
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

/// Converts a count or a position from a stream: an integer below 2^24.
inline std::size_t to_index(float value) {
    return static_cast<std::size_t>(value);
}

} // namespace scanline::raster::reference
