#include "scanline/raster/packed_tiles.h"

#include "scanline/raster/passes.h"
#include "scanline/raster/payload.h"

#include <array>
#include <fmt/format.h>
#include <vector>

namespace scanline::raster {

namespace {

constexpr std::array<const char*, 6> tile_samplers{"u_values", "u_lookup", "u_select",
                                                   "u_starts", "u_leaves", "u_tiles"};

} // namespace

bool PackedTiles::possible(Engine& engine, const PackedLayout& layout) {
    return !layout.short_rows && engine.points_exact();
}

PackedTiles::Painter::Painter(Engine& engine, const char* fragment, Payload payload, Kind painted)
    : kind(painted), program(engine, "common/point_tile.vert", fragment, tile_samplers,
                             specialize(payload, {{"SHORT_ROWS", "0"}})),
      search(program), tiles(program), width(program.uniform("u_width")), steps(program.uniform("u_steps")) {}

PackedTiles::PackedTiles(Engine& engine, const StreamLayout& stream, const PackedLayout& layout,
                         Payload payload)
    : engine_(engine), stream_(stream), layout_(layout),
      classify_(engine, "raster/packed_tiles.frag", {"u_lookup"},
                {{"TILE", fmt::format("{}.0", PointTiles::tile)}}),
      classify_count_(classify_, 1), classify_width_(classify_.uniform("u_width")),
      classify_rows_(classify_.uniform("u_rows")),
      // The count is on the unit behind those of the tiles' programs, so that all draw in one pass.
      behind_(engine, "raster/constant.frag",
              {"u_values", "u_lookup", "u_select", "u_starts", "u_leaves", "u_tiles"}),
      behind_value_(behind_.uniform("u_value")),
      solid_(engine, "raster/packed_solid.frag", payload, Kind::solid),
      searched_(engine, "raster/packed_search.frag", payload, Kind::searched),
      tiles_(layout.tiles.width, layout.tiles.height),
      kinds_(engine.make_stream(layout.tiles.width, layout.tiles.height)) {}

void PackedTiles::operator()(std::span<const Engine::Input> inputs, const CountTexel& count,
                             const StreamTexture& output) const {
    const StageScope scope(engine_.observer(), stage::search);
    classify(inputs[1], count);
    std::vector<Engine::Input> all(inputs.begin(), inputs.end());
    all.emplace_back("tiles", kinds_);
    all.emplace_back("count", *count.texture, count.area());
    const auto texels = static_cast<std::uint64_t>(output.area().texels());
    engine_.draw_pass(pass::search, 0, all, {"stream", output}, texels, std::nullopt, [&] {
        paint(solid_);
        paint(searched_);
        glViewport(0, 0, output.width(), output.height());
        behind_.use(stream_, count, stream_.width, stream_.height, PointTiles::tile);
        glUniform1f(behind_value_, empty_element);
        behind_.draw_behind();
    });
}

void PackedTiles::classify(const Engine::Input& lookup, const CountTexel& count) const {
    classify_.use(*lookup.texture);
    classify_count_.set(count);
    glUniform1f(classify_width_, static_cast<float>(stream_.width));
    glUniform1i(classify_rows_, PointTiles::tile);
    engine_.fill(pass::packed_tiles, 0, {lookup, {"count", *count.texture, count.area()}}, {"tiles", kinds_},
                 std::nullopt);
}

void PackedTiles::paint(const Painter& painter) const {
    painter.program.use(stream_);
    glUniform1f(painter.width, static_cast<float>(stream_.width));
    glUniform1i(painter.steps, packed_search_steps(layout_));
    painter.search.set(stream_, layout_);
    tiles_.draw(painter.tiles, static_cast<float>(painter.kind));
}

std::int64_t PackedTiles::scratch_bytes() const {
    return tiles_.scratch_bytes() + kinds_.bytes() + behind_.scratch_bytes();
}

} // namespace scanline::raster
