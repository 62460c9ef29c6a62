#include "scanline/raster/trace_recorder.h"

#include <utility>

namespace scanline::raster {

void TraceRecorder::pass_ends(const Pass& pass) {
    trace_.add({std::string(pass.name), pass.step, reader_.read(pass.output), pass.output.channels});
}

reference::Trace TraceRecorder::take() {
    return std::exchange(trace_, {});
}

} // namespace scanline::raster
