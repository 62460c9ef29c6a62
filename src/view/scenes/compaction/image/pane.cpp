#include "scenes/compaction/image/pane.h"

#include "kit/text.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/packed_layout.h"
#include "scanline/raster/passes.h"

#include <GL/glew.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/vector_int2_sized.hpp>
#include <limits>
#include <ranges>
#include <tuple>
#include <utility>

namespace scanline::view::compaction::image {

namespace {

// Drops "-0" and trailing zeros: "0.50", "3."
std::string trimmed(std::string text) {
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0')
            text.pop_back();
        if (text.back() == '.')
            text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

int halvings(std::int64_t whole, std::int64_t part) {
    return std::countr_zero(static_cast<std::uint64_t>(whole / std::max<std::int64_t>(1, part)));
}

std::optional<TexelMap> map_of(const RunRecord& record, int step) {
    namespace pass = raster::pass;
    const TraceStep& wanted = record.steps[static_cast<std::size_t>(step)];
    const std::int64_t width = wanted.output.width;
    if (wanted.stage == raster::stage::survey || wanted.stage == raster::stage::lookup ||
        wanted.pass == pass::span_vertices)
        return std::nullopt;
    if (wanted.pass == pass::packed_pack || wanted.pass == pass::packed_leaf_starts)
        return TexelMap{raster::packed_leaf, width};
    if (wanted.pass == pass::packed_sum || wanted.pass == pass::packed_node_starts) {
        const int level = std::max(1, wanted.step);
        return TexelMap{std::int64_t{raster::packed_leaf} << 4 * level, width};
    }
    if (wanted.stage == raster::stage::reduction && wanted.output.channels == 4) // of a quadtree
        return TexelMap{1, record.layout.width, wanted.step, wanted.step};
    TexelMap map{1, record.layout.width};
    if (wanted.stage == raster::stage::block_scan) {
        // Auto chooses the blocks itself.
        if (!raster::is_blockwise(record.spec.options.algorithm))
            return std::nullopt;
        const raster::StreamLayout blocks = raster::block_layout(record.layout);
        const auto totals = std::ranges::find(record.steps, pass::row_total, &TraceStep::pass);
        const bool of_rows = step >= totals - record.steps.begin() && wanted.pass != pass::block_descriptor;
        map.unit = record.layout.block * std::int64_t{of_rows ? blocks.width : 1};
        map.columns = of_rows ? raster::row_total_layout(blocks).width : blocks.width;
    }
    if (map.columns % std::max<std::int64_t>(1, width) != 0)
        return std::nullopt;
    map.across = halvings(map.columns, width);
    return map;
}

// Passes are comparable if their texels have the same shape; streams are compared by position, whatever their
// rows.
bool comparable(const PaneContents& a, const PaneContents& b) {
    if (a.picture.compacted != b.picture.compacted || a.joined != b.joined)
        return false;
    return a.joined || std::tie(a.shape.width, a.shape.height, a.shape.channels) ==
                           std::tie(b.shape.width, b.shape.height, b.shape.channels);
}

std::string shape_text(const StepResource& shape) {
    return fmt::format("{} x {}{}", shape.width, shape.height, shape.channels == 4 ? " x RGBA" : "");
}

/// Describes the elements that a texel covers.
std::string covered_text(const PaneContents& contents, glm::ivec2 texel) {
    const glm::i64vec2 size(contents.texel_size()), first = glm::i64vec2(texel) * size;
    const std::int64_t element = first.y * contents.elements.x + first.x;
    if (size.y > 1)
        return fmt::format("{} x {} elements from {}", size.x, size.y, element);
    return size.x > 1 ? fmt::format("elements {} .. {}", element, element + size.x - 1)
                      : fmt::format("element {}", element);
}

std::string place_text(const PaneContents& contents, glm::ivec2 texel) {
    if (contents.is_source || (contents.picture.spatial && !contents.picture.compacted))
        return covered_text(contents, texel);
    const std::int64_t place = std::int64_t{texel.y} * contents.shape.width + texel.x;
    return contents.picture.compacted ? fmt::format("place {}", place) : fmt::format("texel {}", place);
}

} // namespace

std::string texel_label(float value, const std::function<bool(const std::string&)>& fits) {
    constexpr int max_decimals = 6; // a float has no more significant ones
    for (int decimals = max_decimals; decimals >= 0; --decimals) {
        std::string text = trimmed(fmt::format("{:.{}f}", value, decimals));
        if (fits(text))
            return text;
    }
    return "";
}

std::string value_text(float value) {
    if (std::isfinite(value) && std::trunc(value) == value && std::abs(value) < 1e9f)
        return fmt::format("{:.0f}", value == 0.0f ? 0.0f : value);
    return fmt::format("{}", value);
}

std::string scale_text(float value) {
    const bool whole = std::trunc(value) == value && std::abs(value) < 1e9f;
    return whole ? value_text(value) : fmt::format("{:.5g}", value);
}

glm::dvec2 PaneContents::texel_size() const {
    return glm::dvec2(elements) / glm::dvec2(std::max(1, shape.width), std::max(1, shape.height));
}

std::optional<glm::ivec2> PaneContents::texel_at(glm::dvec2 element) const {
    const glm::ivec2 texel(glm::floor(element / texel_size()));
    if (texel.x < 0 || texel.y < 0 || texel.x >= shape.width || texel.y >= shape.height)
        return std::nullopt;
    return texel;
}

std::span<const float> PaneContents::numbers(glm::ivec2 texel) const {
    if (!texels)
        return {};
    const auto channels = static_cast<std::size_t>(shape.channels);
    const auto at = (static_cast<std::size_t>(texel.y) * static_cast<std::size_t>(shape.width) +
                     static_cast<std::size_t>(texel.x)) *
                    channels;
    return at + channels <= texels->size() ? std::span(*texels).subspan(at, channels)
                                           : std::span<const float>();
}

std::optional<std::int64_t> PaneContents::element_of(glm::ivec2 texel) const {
    std::int64_t element = 0;
    if (picture.compacted) {
        const std::span<const float> number = numbers(texel);
        if (!origins || difference || number.empty() || number[0] == raster::empty_element)
            return std::nullopt;
        std::int64_t place = std::int64_t{texel.y} * shape.width + texel.x;
        if (!joined)
            place = survivors_of(place / layout.block).first + place % layout.block;
        element = static_cast<std::int64_t>((*origins)[static_cast<std::size_t>(place)]);
    } else {
        if (!map)
            return std::nullopt;
        const glm::i64vec2 at(texel);
        element = ((at.y << map->down) * map->columns + (at.x << map->across)) * map->unit;
    }
    return element < layout.size ? std::optional(element) : std::nullopt;
}

std::optional<glm::ivec2> PaneContents::texel_of(std::int64_t element) const {
    if (!picture.compacted) {
        if (!map)
            return std::nullopt;
        const std::int64_t unit = element / map->unit;
        const glm::ivec2 texel(unit % map->columns >> map->across, unit / map->columns >> map->down);
        return texel.x < shape.width && texel.y < shape.height ? std::optional(texel) : std::nullopt;
    }
    if (!origins || !texels || difference)
        return std::nullopt;
    // Survivors stay in their block until the blocks are joined one after the other.
    const bool in_block = blocks || !joined;
    const std::int64_t block = element / layout.block;
    const auto [first, last] = in_block
                                   ? survivors_of(block)
                                   : std::pair(std::int64_t{0}, static_cast<std::int64_t>(origins->size()));
    const auto begin = origins->begin() + first, end = origins->begin() + last;
    const auto behind = [](float a, float b) {
        return a != raster::empty_element && (b == raster::empty_element || a < b);
    };
    const auto wanted = static_cast<float>(element);
    const auto found =
        monotonic ? std::lower_bound(begin, end, wanted, behind) : std::find(begin, end, wanted);
    if (found == end || *found != wanted)
        return std::nullopt;
    const std::int64_t place = joined ? found - origins->begin() : block * layout.block + (found - begin);
    const glm::ivec2 texel(place % shape.width, place / shape.width);
    const std::span<const float> number = numbers(texel);
    const bool drawn = !number.empty() && number[0] != raster::empty_element;
    return drawn ? std::optional(texel) : std::nullopt;
}

std::pair<std::int64_t, std::int64_t> PaneContents::survivors_of(std::int64_t block) const {
    const auto found = std::ranges::equal_range(*origins, block, {}, [&](float element) {
        return element == raster::empty_element ? std::numeric_limits<std::int64_t>::max()
                                                : static_cast<std::int64_t>(element) / layout.block;
    });
    return {found.begin() - origins->begin(), found.end() - origins->begin()};
}

std::string read_out(const PaneContents& contents, glm::ivec2 texel) {
    std::string text = fmt::format("x {}, y {} · {}", texel.x, texel.y, place_text(contents, texel));
    const std::optional<std::int64_t> element = contents.element_of(texel);
    const std::span<const float> numbers = contents.numbers(texel);
    if (contents.blocks && element && !contents.joined)
        text += fmt::format(" · block {}", *element / contents.layout.block);
    if (numbers.empty())
        return text;
    if (contents.message.empty()) {
        const bool positions = contents.picture.compacted && contents.indices && !contents.difference;
        if (contents.picture.has_empty && !contents.difference && numbers[0] == raster::empty_element)
            text += " · empty";
        else
            text += fmt::format(" · {} {}", positions ? "element" : "value",
                                fmt::join(numbers | std::views::transform(value_text), ", "));
    }
    if (contents.discriminator)
        text += (*contents.discriminator)(numbers[0]) ? " · valid" : " · invalid";
    return text;
}

std::string rows_text(const PaneContents& contents) {
    if (contents.is_source || contents.shape.width == contents.elements.x) {
        const int other = contents.is_source ? contents.layout.width : contents.source_width;
        const std::string text = fmt::format("rows of {}", contents.shape.width);
        if (other == contents.shape.width)
            return text;
        return fmt::format("{}, the {} have {}", text, contents.is_source ? "stream's" : "picture's", other);
    }
    const glm::dvec2 size = contents.texel_size();
    return contents.picture.spatial
               ? fmt::format("{} x {} elements a texel", size.x, size.y)
               : fmt::format("{} texels, not in the stream's places", contents.shape.texels());
}

std::string pass_name(const TraceStep& step) {
    namespace pass = raster::pass;
    const bool numbered = step.step > 0 || step.pass == pass::down_sweep || step.pass == pass::run_down_sweep;
    return numbered ? fmt::format("{} {}", step.pass, step.step) : step.pass;
}

PaneContents source_contents(const std::shared_ptr<const ValueImage>& source, const RunRecord& record,
                             const raster::Discriminator& discriminator) {
    const int width = source->width, height = source->height;
    return {.title = "Source",
            .detail = fmt::format("{}, {} x {}", source->name, width, height),
            .key = fmt::format("source {} {} {}", static_cast<const void*>(source.get()),
                               discriminator.threshold, discriminator.negate),
            .paint = [source, discriminator] { return paint_source(*source, discriminator); },
            .elements = {width, height},
            .shape = {.width = width, .height = height},
            .texels = Texels(source, &source->values),
            .picture = {.scale = ColourScale::grey},
            .map = TexelMap{1, width},
            .layout = record.layout,
            .blocks = raster::is_blockwise(record.spec.options.algorithm),
            .is_source = true,
            .discriminator = discriminator};
}

PaneContents pass_contents(const std::shared_ptr<const RunRecord>& record, int step, Texels texels,
                           const std::string& id) {
    const TraceStep& pass = record->steps[static_cast<std::size_t>(step)];
    PaneContents contents{.title = capitalized(pass_name(pass)),
                          .detail = fmt::format("{}, {}", pass.output.name, shape_text(pass.output)),
                          .key = fmt::format("{} pass {}", id, step),
                          .elements = {record->layout.width, record->layout.height},
                          .shape = pass.output,
                          .texels = std::move(texels),
                          .picture = picture_of(pass, *record),
                          .map = map_of(*record, step),
                          .layout = record->layout,
                          .blocks = raster::is_blockwise(record->spec.options.algorithm),
                          .source_width = record->spec.source->width,
                          .indices = record->spec.options.payload == raster::Payload::index,
                          .origins = record->elements,
                          .monotonic = record->monotonic};
    contents.joined = contents.picture.compacted && pass.output.name != "compacted";
    const glm::dvec2 size = contents.texel_size();
    contents.picture.spatial = contents.picture.spatial && size == glm::floor(size);
    if (contents.texels)
        contents.paint = [texels = contents.texels, shape = contents.shape, picture = contents.picture,
                          elements = contents.elements] {
            return paint_pass(*texels, shape, picture, elements);
        };
    return contents;
}

PaneContents stream_contents(const std::shared_ptr<const RunRecord>& record, const std::string& id) {
    const int last = static_cast<int>(record->steps.size()) - 1;
    PaneContents contents = pass_contents(record, last, record->output, id);
    contents.title = "Result";
    contents.detail = fmt::format("{} survivors, {}", record->survivors, shape_text(contents.shape));
    contents.key = id + " result";
    contents.shape.width = record->layout.width;
    contents.shape.height = record->layout.height;
    return contents;
}

PaneContents difference_contents(const PaneContents& a, const PaneContents& b) {
    PaneContents contents = a;
    contents.title = "Difference";
    contents.difference = true;
    contents.paint = nullptr;
    contents.texels = nullptr;
    contents.key = fmt::format("difference {} | {}", a.key, b.key);
    if (!a.message.empty() || !b.message.empty())
        contents.message = a.message.empty() ? b.message : a.message;
    else if (!comparable(a, b))
        contents.message = fmt::format("A writes {}, B writes {}:\nthey cannot be compared texel by texel",
                                       shape_text(a.shape), shape_text(b.shape));
    contents.detail = a.title == b.title ? "of " + a.title : fmt::format("{} and {}", a.title, b.title);
    if (contents.message.empty() && a.texels && b.texels)
        contents.paint = [one = a.texels, other = b.texels, shape = a.shape, picture = a.picture,
                          elements = a.elements, invert = a.picture.inverted != b.picture.inverted] {
            if (other->size() == one->size() && !invert)
                return paint_difference(*one, *other, shape, picture, elements);
            std::vector<float> fitting = *other;
            fitting.resize(one->size(), raster::empty_element);
            // Flags are compared by what they mean.
            if (invert)
                std::ranges::transform(fitting, fitting.begin(), [](float flag) { return 1 - flag; });
            return paint_difference(*one, fitting, shape, picture, elements);
        };
    return contents;
}

bool PaneTexture::update(std::chrono::microseconds time) {
    if (!picture_)
        return true;
    const auto end = std::chrono::steady_clock::now() + time;
    const gl::StateGuard guard;
    glActiveTexture(GL_TEXTURE0);
    do
        upload_tile();
    while (tiles_.size() < picture_->tiles().size() && std::chrono::steady_clock::now() < end);
    gl::check_errors("uploading a picture");
    if (tiles_.size() == picture_->tiles().size())
        picture_ = nullptr;
    return !picture_;
}

void PaneTexture::upload_tile() {
    const TiledPicture::Tile& tile = picture_->tiles()[tiles_.size()];
    const std::vector<PixelLevel>& levels = tile.pixels;
    tiles_.push_back({tile.x, tile.y, levels.front().width, levels.front().height, gl::Texture::create()});
    glBindTexture(GL_TEXTURE_2D, tiles_.back().texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    for (std::size_t i = 0; i < levels.size(); ++i)
        glTexImage2D(GL_TEXTURE_2D, static_cast<GLint>(i), GL_RGBA8, levels[i].width, levels[i].height, 0,
                     GL_RGBA, GL_UNSIGNED_BYTE, levels[i].pixels.data());
}

void Pane::update(Worker& worker, PaneContents contents,
                  std::optional<std::chrono::microseconds> upload_time) {
    wanted_ = std::move(contents);
    if (wanted_.key != asked_ && before_.painted && before_.contents.key == wanted_.key) {
        asked_ = wanted_.key;
        painting_.cancel();
        coming_ = {};
        std::swap(shown_, before_);
    }
    if (wanted_.paint && wanted_.key != asked_)
        post(worker);
    if (coming_.painted && (!upload_time || coming_.texture.update(*upload_time))) {
        before_ = std::move(shown_);
        shown_ = std::exchange(coming_, {});
    }
    if (shown_.contents.key == wanted_.key)
        shown_.contents = wanted_;
    // Pictures off screen hold no snapshot.
    before_.contents.texels = nullptr;
    before_.contents.paint = nullptr;
}

void Pane::post(Worker& worker) {
    asked_ = wanted_.key;
    painting_ = worker.post(
        "painting",
        [paint = wanted_.paint](WorkerContext&) { return std::make_shared<const Painted>(paint()); },
        [this, wanted = wanted_](const std::shared_ptr<const Painted>& painted) {
            const std::shared_ptr<const TiledPicture> pixels(painted, &painted->pixels);
            coming_ = {wanted, painted, PaneTexture(pixels)};
        });
}

} // namespace scanline::view::compaction::image
