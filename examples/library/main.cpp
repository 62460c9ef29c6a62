// Compacts six values on the GPU and prints the positions of the survivors: 1 2 5.
#include <scanline/gl/context.h>
#include <scanline/raster/compactor.h>

#include <cstdio>
#include <exception>
#include <vector>

namespace {

void run() {
    using namespace scanline;
    const gl::Context context = gl::Context::headless();
    raster::Engine engine(context.capabilities());

    const std::vector<float> values{0, 255, 255, 0, 0, 255};
    const raster::StreamLayout layout =
        raster::make_stream_layout(6, 4, context.capabilities().max_texture_size);
    raster::CompactionOptions options;
    options.payload = raster::Payload::index;
    raster::Compactor compact(engine, layout, options);

    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, values);
    compact(stream);
    for (const float index : compact.read_elements())
        std::printf("%.0f\n", static_cast<double>(index));
}

} // namespace

int main() {
    try {
        run();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
