#include "reference/run_pass.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

namespace scanline::raster::reference {

Stream discriminate(std::span<const float> values, const StreamLayout& layout,
                    const Discriminator& discriminator, Mark mark, Trace* trace) {
    const Source source(values);
    const auto padded_size = static_cast<std::size_t>(layout.padded_size());
    return run_pass(trace, pass::discriminate, 0, padded_size, [&](std::size_t i) {
        // Padding is invalid whatever the discriminator says of its value: with negate, any value could pass.
        const bool valid = i < source.size() && discriminator(source[i]);
        return valid == (mark == Mark::valid) ? 1.0f : 0.0f;
    });
}

} // namespace scanline::raster::reference
