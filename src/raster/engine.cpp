#include "scanline/raster/engine.h"

#include "scanline/core/error.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/fill_program.h"
#include "scanline/raster/options.h"
#include "scanline/raster/passes.h"

#include <GL/glew.h>
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::raster {

namespace {

struct StorageFormat {
    GLint internal_format;
    GLenum format;
    int channels;
};

StorageFormat storage_of(int channels, StreamFormat format) {
    if (channels == 4)
        return {GL_RGBA32F_ARB, GL_RGBA, 4};
    switch (format) {
    case StreamFormat::r32f: return {GL_R32F, GL_RED, 1};
    case StreamFormat::luminance32f: return {GL_LUMINANCE32F_ARB, GL_LUMINANCE, 1};
    case StreamFormat::rgba32f: return {GL_RGBA32F_ARB, GL_RGBA, 4};
    }
    return {};
}

// The layout of the select table: a row per high byte, with the bits of every low byte.
constexpr StreamLayout select_layout{std::int64_t{4096} * 256, 4096, 4096, 256};
static_assert(select_layout.width == row_of(Algorithm::packed).min_texture_side);

void require(const gl::Capabilities& capabilities) {
    std::string missing;
    const auto need = [&missing](bool present, std::string_view what) {
        if (!present)
            missing += fmt::format("{}{}", missing.empty() ? "" : ", ", what);
    };
    need(capabilities.version >= gl::Version{2, 1}, "OpenGL 2.1");
    need(capabilities.compatibility, "the compatibility profile");
    need(capabilities.framebuffer_object, "framebuffer objects");
    need(capabilities.float_texture, "float textures");
    if (!missing.empty())
        throw Error(
            ErrorKind::no_opengl,
            fmt::format("fragment-shader compaction needs {}, which {} (OpenGL {}) lacks: {}", missing,
                        capabilities.renderer, capabilities.version_text,
                        capabilities.compatibility
                            ? "use another driver or device"
                            : "ask for a context of that profile (GLFW_OPENGL_COMPAT_PROFILE), or use "
                              "compute::Compact, which takes any of OpenGL 4.3"));
}

} // namespace

StreamTexture::StreamTexture(int width, int height, int channels, StreamFormat format)
    : texture_(gl::Texture::create()), framebuffer_(gl::Framebuffer::create()), width_(width),
      height_(height), channels_(channels) {
    const StorageFormat storage = storage_of(channels, format);
    stored_channels_ = storage.channels;
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, storage.internal_format, width, height, 0, storage.format, GL_FLOAT,
                 nullptr);
    gl::bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    complete_ = gl::check_framebuffer_status(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

std::int64_t StreamTexture::bytes() const {
    return area().texels() * stored_channels_ * std::int64_t{sizeof(float)};
}

Engine::Engine(const gl::Capabilities& capabilities, const Options& options)
    : capabilities_(capabilities), programs_(options.shaders ? *options.shaders : gl::ShaderStore::standard(),
                                             gl::ProgramCache::default_limit, options.cache) {
    require(capabilities);
    gl::check_caller("setting up the raster engine");
    const gl::StateGuard guard;
    triangle_ = gl::Buffer::create();
    constexpr std::array<float, 6> corners{-1.0f, -1.0f, 3.0f, -1.0f, -1.0f, 3.0f};
    glBindBuffer(GL_ARRAY_BUFFER, triangle_.id());
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners.data(), GL_STATIC_DRAW);
    gl::check_room("corners", sizeof corners);

    constant_ =
        std::make_unique<FillProgram>(*this, "raster/constant.frag", std::initializer_list<const char*>{});
    format_ = choose_format(options.format);
    if (!renders_exactly(StreamTexture(4, 4, 4, format_)))
        throw cannot_draw("RGBA32F");

    const bool can_fetch = capabilities.max_vertex_texture_units > 0;
    vertex_source_ =
        options.vertex_source.value_or(can_fetch ? VertexSource::texture_fetch : VertexSource::pixel_buffer);
    gl::check_errors("setting up the raster engine");
}

Engine::~Engine() = default;

Error Engine::cannot_draw(std::string_view formats) const {
    return Error(ErrorKind::no_opengl,
                 fmt::format("{} cannot draw exact 32-bit floats into a texture of {}: use another "
                             "driver or device",
                             capabilities_.renderer, formats));
}

StreamFormat Engine::choose_format(std::optional<StreamFormat> wanted) {
    std::vector<StreamFormat> candidates;
    if (wanted == StreamFormat::r32f && !capabilities_.texture_rg)
        throw cannot_draw(to_string(*wanted));
    if (wanted)
        candidates = {*wanted};
    else if (capabilities_.texture_rg)
        candidates = {StreamFormat::r32f, StreamFormat::luminance32f, StreamFormat::rgba32f};
    else
        candidates = {StreamFormat::luminance32f, StreamFormat::rgba32f};
    const auto found = std::ranges::find_if(
        candidates, [this](StreamFormat format) { return renders_exactly(StreamTexture(4, 4, 1, format)); });
    if (found == candidates.end())
        throw cannot_draw(wanted ? to_string(*wanted) : "R32F, LUMINANCE32F and RGBA32F");
    return *found;
}

// Accepts a format only if extreme values (the largest exact integer, a fraction, the negative marker) read
// back as drawn: some drivers accept a float target and store less.
bool Engine::renders_exactly(const StreamTexture& probe) {
    if (!probe.complete())
        return false;
    for (const float value : {16777215.0f, 0.1f, empty_element}) {
        constant_->use(probe);
        constant_->set("u_value", value);
        bind({}, {"probe", probe});
        draw_triangle();
        if (std::ranges::any_of(read(probe, probe.area()), [value](float texel) { return texel != value; }))
            return false;
    }
    // Without ARB_color_buffer_float, clear colours are clamped to [0, 1].
    clears_unclamped_ = true;
    clear(probe);
    clears_unclamped_ =
        std::ranges::all_of(read(probe, probe.area()), [](float texel) { return texel == empty_element; });
    gl::check_errors("trying a float texture");
    return true;
}

StreamTexture Engine::make_texture(int width, int height, int channels) const {
    const gl::StateGuard guard;
    StreamTexture texture(width, height, channels, format_);
    gl::check_room("a texture", texture.bytes());
    if (!texture.complete())
        throw Error(fmt::format(
            "{} cannot draw to a texture of {} x {} with {} of {}: use smaller streams or another driver",
            capabilities_.renderer, width, height, channels == 4 ? "four channels" : "one channel",
            channels == 4 ? "RGBA32F" : to_string(format_)));
    return texture;
}

StreamTexture Engine::make_stream(int width, int height) const {
    return make_texture(width, height, 1);
}

StreamTexture Engine::make_vectors(int width, int height) const {
    return make_texture(width, height, 4);
}

int Engine::max_side() const {
    return std::min({capabilities_.max_texture_size, capabilities_.max_viewport_width,
                     capabilities_.max_viewport_height});
}

void Engine::upload(const StreamTexture& texture, const StreamLayout& layout, std::span<const float> values) {
    if (static_cast<std::int64_t>(values.size()) > layout.padded_size() || texture.channels() != 1 ||
        texture.width() != layout.width || texture.height() != layout.height)
        throw usage_error(
            fmt::format("{} values in rows of {} x {} cannot be uploaded to a texture of {} x {}: make the "
                        "texture for the layout, and the layout for the values",
                        values.size(), layout.width, layout.height, texture.width(), texture.height()));
    gl::check_caller("uploading a stream");
    const gl::StateGuard guard;
    const auto width = static_cast<std::size_t>(layout.width);
    const std::size_t rows = values.size() / width;
    const std::size_t rest = values.size() % width;
    glBindTexture(GL_TEXTURE_2D, texture.texture());
    // GL_RED fills the channel that the shaders read in every format; luminance textures use it as luminance.
    if (rows > 0)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, layout.width, static_cast<GLsizei>(rows), GL_RED, GL_FLOAT,
                        values.data());
    std::vector<float> row(width, 0.0f);
    std::ranges::copy(values.last(rest), row.begin());
    for (std::size_t y = rows; y < static_cast<std::size_t>(layout.height); ++y) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(y), layout.width, 1, GL_RED, GL_FLOAT,
                        row.data());
        std::ranges::fill(row, 0.0f);
    }
    gl::check_errors("uploading a stream");
}

std::vector<float> Engine::read(const StreamTexture& texture, const Area& area) const {
    gl::check_caller("reading a stream");
    const gl::StateGuard guard;
    std::vector<float> texels(static_cast<std::size_t>(area.texels()) *
                              static_cast<std::size_t>(texture.channels()));
    gl::bind_framebuffer(GL_FRAMEBUFFER, texture.framebuffer());
    glReadPixels(area.x, area.y, area.width, area.height, texture.channels() == 4 ? GL_RGBA : GL_RED,
                 GL_FLOAT, texels.data());
    gl::check_errors("reading a stream");
    return texels;
}

std::vector<float> Engine::read_front(const StreamTexture& texture, std::int64_t count) const {
    const std::int64_t rows = (count + texture.width() - 1) / texture.width();
    std::vector<float> texels = read(texture, {0, 0, texture.width(), static_cast<int>(rows)});
    texels.resize(static_cast<std::size_t>(count));
    return texels;
}

void Engine::bind(std::span<const Input> inputs, const Output& output) {
    gl::bind_framebuffer(GL_FRAMEBUFFER, output.texture->framebuffer());
    glViewport(output.area.x, output.area.y, output.area.width, output.area.height);
    GLenum unit = GL_TEXTURE0;
    for (const Input& input : inputs) {
        glActiveTexture(unit++);
        glBindTexture(GL_TEXTURE_2D, input.texture->texture());
    }
}

void Engine::draw_triangle() {
    glBindBuffer(GL_ARRAY_BUFFER, triangle_.id());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Engine::fill(std::string_view name, int step, std::initializer_list<Input> inputs, const Output& output,
                  std::optional<int> fetches_per_texel) {
    const auto texels = static_cast<std::uint64_t>(output.area.texels());
    std::optional<std::uint64_t> fetches;
    if (fetches_per_texel)
        fetches = texels * static_cast<std::uint64_t>(*fetches_per_texel);
    draw_pass(name, step, inputs, output, texels, fetches, [this] { draw_triangle(); });
}

void Engine::clear(const StreamTexture& texture) {
    const auto texels = static_cast<std::uint64_t>(texture.area().texels());
    draw_pass(pass::clear, 0, {}, {"cleared", texture}, texels, 0, [&] {
        if (clears_unclamped_) {
            glClearColor(empty_element, empty_element, empty_element, empty_element);
            glClear(GL_COLOR_BUFFER_BIT);
        } else {
            constant_->use(texture);
            constant_->set("u_value", empty_element);
            draw_triangle();
        }
    });
}

const StreamTexture& Engine::select_table() {
    if (select_table_)
        return *select_table_;
    if (max_side() < select_layout.width)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("packed compaction needs textures of {} x {}, {} has at most {}: use another "
                                "algorithm, driver or device",
                                select_layout.width, select_layout.height, capabilities_.renderer,
                                max_side()));
    constexpr unsigned bits = 16;
    std::vector<float> places(static_cast<std::size_t>(select_layout.size), 0.0f);
    for (unsigned number = 0; number < 1u << bits; ++number) {
        std::size_t texel = std::size_t{number} * bits;
        for (unsigned bit = 0; bit < bits; ++bit) {
            if (number >> bit & 1)
                places[texel++] = static_cast<float>(bit);
        }
    }
    select_table_ = make_stream(select_layout);
    upload(*select_table_, select_layout, places);
    return *select_table_;
}

PassResource describe(const Engine::Input& input) {
    return {input.name,        input.texture->texture(), input.area.x, input.area.y, input.area.width,
            input.area.height, input.texture->channels()};
}

} // namespace scanline::raster
