#include "compaction_small/compaction_small_check.h"

#include "scanline/raster/compactor.h"
#include "scanline/raster/trace_recorder.h"

namespace scanline::view {

SmallCheck check_on_gpu(raster::Engine& engine, const SmallSetup& setup,
                        const raster::reference::Trace& twin) {
    const raster::StreamLayout layout = setup.layout();
    raster::Compactor compactor(engine, layout, setup.options());
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, setup.values());
    raster::TraceRecorder recorder;
    {
        const ObserverScope scope(engine, &recorder);
        compactor(stream);
    }
    return {twin.passes().size(), first_difference(recorder.trace(), twin)};
}

} // namespace scanline::view
