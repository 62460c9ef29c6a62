#include "scanline/raster/select_table.h"

#include "scanline/raster/options.h"

#include <fmt/format.h>
#include <vector>

namespace scanline::raster {

namespace {

constexpr unsigned bits = 16;
// A row for every high byte, in it the bits of every low one.
constexpr StreamLayout table_layout{std::int64_t{4096} * 256, 4096, 4096, 256};
static_assert(table_layout.width == least_texture_side(Algorithm::packed));

} // namespace

StreamTexture make_select_table(Engine& engine) {
    if (engine.max_side() < table_layout.width)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("packed compaction needs textures of {} x {}, {} has at most {}: use another "
                                "algorithm, driver or device",
                                table_layout.width, table_layout.height, engine.capabilities().renderer,
                                engine.max_side()));
    std::vector<float> places(static_cast<std::size_t>(table_layout.size), 0.0f);
    for (unsigned number = 0; number < 1u << bits; ++number) {
        std::size_t texel = std::size_t{number} * bits;
        for (unsigned bit = 0; bit < bits; ++bit) {
            if (number >> bit & 1)
                places[texel++] = static_cast<float>(bit);
        }
    }
    StreamTexture table = engine.make_stream(table_layout);
    engine.upload(table, table_layout, places);
    return table;
}

const StreamTexture& Engine::select_table() {
    if (!select_table_)
        select_table_ = make_select_table(*this);
    return *select_table_;
}

} // namespace scanline::raster
