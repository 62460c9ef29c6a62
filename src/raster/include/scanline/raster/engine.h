#pragma once
#include "scanline/core/error.h"
#include "scanline/core/named.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/capabilities.h"
#include "scanline/gl/handle.h"
#include "scanline/gl/program.h"
#include "scanline/raster/stream_layout.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::raster {

class FillProgram;

/// Storage of one float per texel. The engine uses the first that the driver renders to exactly.
enum class StreamFormat { r32f, luminance32f, rgba32f };
constexpr auto table_of(StreamFormat) {
    using enum StreamFormat;
    return named<StreamFormat>({{r32f, "R32F"}, {luminance32f, "LUMINANCE32F"}, {rgba32f, "RGBA32F"}});
}
using scanline::to_string;

/// A rectangle of texels.
struct Area {
    int x = 0, y = 0;
    int width = 0, height = 0;

    std::int64_t texels() const { return std::int64_t{width} * height; }
};

/// A float texture that passes read and draw to, with its own framebuffer object. Move-only. Contents are
/// undefined until drawn. Made by Engine.
class StreamTexture {
public:
    StreamTexture() = default;
    /// channels: 1 (stored in `format`) or 4 (RGBA32F). Changes the texture and framebuffer bindings.
    StreamTexture(int width, int height, int channels, StreamFormat format);

    int width() const { return width_; }
    int height() const { return height_; }
    int channels() const { return channels_; }
    Area area() const { return {0, 0, width_, height_}; }
    unsigned texture() const { return texture_.id(); }
    unsigned framebuffer() const { return framebuffer_.id(); }
    /// Bytes of texture memory.
    std::int64_t bytes() const;
    /// True if it can be drawn to.
    bool complete() const { return complete_; }

private:
    gl::Texture texture_;
    gl::Framebuffer framebuffer_;
    int width_ = 0, height_ = 0, channels_ = 1;
    int stored_channels_ = 1;
    bool complete_ = false;
};

/// The two textures between which passes alternate, one read and one written.
struct StreamPair {
    StreamTexture textures[2];

    std::int64_t bytes() const { return textures[0].bytes() + textures[1].bytes(); }
};

/// How the concatenation's vertices get their block descriptors.
enum class VertexSource {
    texture_fetch, ///< the vertex shader fetches the descriptor texture
    pixel_buffer,  ///< a fragment pass computes the vertices, which are copied to a vertex buffer on the GPU
};

/// The ping-pong engine: programs, textures and passes of one OpenGL context. Needs only OpenGL 2.1,
/// framebuffer objects and float textures. One per context, which must be current on every use; it must
/// outlive everything made with it.
///
/// Drawing changes OpenGL state freely, so the outermost caller holds a gl::StateGuard (Compactor does).
class Engine : public Observed {
public:
    struct Options {
        std::optional<StreamFormat> format{};           ///< none: the first that this driver renders exactly
        std::optional<VertexSource> vertex_source{};    ///< none: texture fetch if available
        std::optional<gl::ShaderStore> shaders{};       ///< none: gl::ShaderStore::standard()
        std::shared_ptr<const gl::DriverCache> cache{}; ///< of earlier runs
    };

    /// Errors: no_opengl, naming what the driver lacks.
    explicit Engine(const gl::Capabilities& capabilities, const Options& options);
    explicit Engine(const gl::Capabilities& capabilities) : Engine(capabilities, Options{}) {}
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const gl::Capabilities& capabilities() const { return capabilities_; }
    gl::ProgramCache& programs() { return programs_; }
    /// The largest renderable texture side: the limit of make_stream_layout().
    int max_side() const;
    StreamFormat format() const { return format_; }
    VertexSource vertex_source() const { return vertex_source_; }

    /// True if this driver's lines cover exactly the pixels that the concatenation needs. Tested once, see
    /// lines_are_exact().
    bool lines_exact();

    /// The positions of the set bits of every 16-bit number, so that a shader without integers finds the k-th
    /// set bit in one fetch: for the number 256 * high + low, texel (16 * low + k, high) if it has more than
    /// k set bits, else 0. Made once: 4096 x 256 texels, 4 MiB. Errors: no_opengl if textures cannot be that
    /// wide.
    ///
    ///     0x0106 has bits 1, 2 and 8: texels (96, 1) (97, 1) (98, 1) hold 1 2 8
    const StreamTexture& select_table();

    StreamTexture make_stream(int width, int height) const;
    StreamTexture make_stream(const StreamLayout& layout) const {
        return make_stream(layout.width, layout.height);
    }
    StreamPair make_pair(const StreamLayout& layout) const {
        return {{make_stream(layout), make_stream(layout)}};
    }
    StreamTexture make_vectors(int width, int height) const; ///< four channels

    /// Copies values row by row into a one-channel texture of the layout and sets the rest to 0. Errors:
    /// usage if the sizes do not match.
    void upload(const StreamTexture& texture, const StreamLayout& layout, std::span<const float> values);
    /// The texels of an area, row by row, all channels. Waits for the GPU.
    std::vector<float> read(const StreamTexture& texture, const Area& area) const;
    /// The first `count` texels of a one-channel texture, row by row.
    std::vector<float> read_front(const StreamTexture& texture, std::int64_t count) const;

    /// An input of a pass; inputs are bound to texture units 0, 1 ... in order.
    struct Input {
        std::string_view name;
        const StreamTexture* texture;
        Area area;

        Input(std::string_view input_name, const StreamTexture& input)
            : Input(input_name, input, input.area()) {}
        Input(std::string_view input_name, const StreamTexture& input, const Area& input_area)
            : name(input_name), texture(&input), area(input_area) {}
    };
    using Output = Input;

    /// Draws one fragment for every texel of the output's area with the current program. fetches_per_texel:
    /// none if it depends on the data.
    void fill(std::string_view name, int step, std::initializer_list<Input> inputs, const Output& output,
              std::optional<int> fetches_per_texel);

    /// Runs `draw` as an announced pass, with inputs and target bound; for passes that draw something other
    /// than a rectangle. items: vertices or texels.
    template <class Draw>
    void draw_pass(std::string_view name, int step, std::span<const Input> inputs, const Output& output,
                   std::uint64_t items, std::optional<std::uint64_t> fetches, Draw draw);
    template <class Draw>
    void draw_pass(std::string_view name, int step, std::initializer_list<Input> inputs, const Output& output,
                   std::uint64_t items, std::optional<std::uint64_t> fetches, Draw draw) {
        draw_pass(name, step, std::span<const Input>(inputs), output, items, fetches, draw);
    }

    /// Draws one triangle over the viewport from the engine's own vertices.
    void draw_triangle();

    /// Sets every texel to empty_element. Pass: clear.
    void clear(const StreamTexture& texture);

private:
    void bind(std::span<const Input> inputs, const Output& output);
    bool renders_exactly(const StreamTexture& probe);
    StreamFormat choose_format(std::optional<StreamFormat> wanted);
    Error cannot_draw(std::string_view formats) const;
    StreamTexture make_texture(int width, int height, int channels) const;

    gl::Capabilities capabilities_;
    gl::ProgramCache programs_;
    gl::Buffer triangle_;
    StreamFormat format_ = StreamFormat::r32f;
    VertexSource vertex_source_ = VertexSource::texture_fetch;
    bool clears_unclamped_ = true;
    std::unique_ptr<FillProgram> constant_;
    std::optional<bool> lines_exact_;
    std::optional<StreamTexture> select_table_;
};

PassResource describe(const Engine::Input& input);

template <class Draw>
void Engine::draw_pass(std::string_view name, int step, std::span<const Input> inputs, const Output& output,
                       std::uint64_t items, std::optional<std::uint64_t> fetches, Draw draw) {
    bind(inputs, output);
    if (!observer()) {
        draw();
        return;
    }
    std::vector<PassResource> resources;
    resources.reserve(inputs.size());
    for (const Input& input : inputs)
        resources.push_back(describe(input));
    const Pass pass{name, step, resources, describe(output), items, fetches};
    observer()->pass_begins(pass);
    draw();
    observer()->pass_ends(pass);
}

} // namespace scanline::raster
