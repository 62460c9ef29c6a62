#include "scanline/raster/payload.h"

#include "scanline/raster/passes.h"

#include <fmt/format.h>

namespace scanline::raster {

gl::Specialization specialize(Payload payload, gl::Specialization constants) {
    constants["EMPTY"] = fmt::format("{:.1f}", empty_element);
    constants["PAYLOAD_INDEX"] = payload == Payload::index ? "1" : "0";
    return constants;
}

} // namespace scanline::raster
