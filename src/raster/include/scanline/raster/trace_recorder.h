#pragma once
#include "scanline/core/pass_observer.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/reference/trace.h"

namespace scanline::raster {

/// An observer that reads back what every pass wrote, in the form in which the CPU twins trace theirs. Waits
/// for the GPU at every pass and keeps every result, so it is for small streams.
class TraceRecorder final : public PassObserver {
public:
    void pass_ends(const Pass& pass) override;

    const reference::Trace& trace() const { return trace_; }
    reference::Trace take();

private:
    PassReader reader_;
    reference::Trace trace_;
};

} // namespace scanline::raster
