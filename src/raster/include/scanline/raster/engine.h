#pragma once
#include "scanline/core/error.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/capabilities.h"
#include "scanline/gl/program.h"
#include "scanline/raster/stream_layout.h"
#include "scanline/raster/stream_texture.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace scanline::raster {

class FillProgram;

/// Where the vertices of the concatenation take their block descriptors from.
enum class VertexSource {
    texture_fetch, ///< the vertex shader fetches the descriptor texture
    pixel_buffer,  ///< a fragment pass computes the vertices, which are copied to a vertex buffer on the GPU
};

/// The ping-pong engine: programs, textures and the drawing of passes in one OpenGL context. Needs
/// OpenGL 2.1, framebuffer objects and float textures, and calls nothing beyond. One per context, current
/// whenever it is used; it must outlive everything made with it.
///
/// Drawing changes OpenGL state freely: the outermost caller holds a gl::StateGuard (Compactor does).
class Engine : public Observed {
public:
    struct Options {
        std::optional<StreamFormat> format{};        ///< none: the first that this driver renders exactly
        std::optional<VertexSource> vertex_source{}; ///< none: texture fetch where there is one
        std::optional<gl::ShaderStore> shaders{};    ///< none: gl::ShaderStore::standard()
    };

    /// Errors: no_opengl, naming what the driver lacks.
    explicit Engine(const gl::Capabilities& capabilities, const Options& options);
    explicit Engine(const gl::Capabilities& capabilities) : Engine(capabilities, Options{}) {}
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const gl::Capabilities& capabilities() const { return capabilities_; }
    gl::ProgramCache& programs() { return programs_; }
    /// The longest side of a texture that can be drawn to: the limit of make_stream_layout().
    int max_side() const;
    StreamFormat format() const { return format_; }
    VertexSource vertex_source() const { return vertex_source_; }

    /// Whether this driver's lines cover exactly the pixels that the concatenation needs; tried once, see
    /// line_self_test.h.
    bool lines_exact();

    /// The table of make_select_table(), made once.
    const StreamTexture& select_table();

    StreamTexture make_stream(int width, int height) const;
    StreamTexture make_stream(const StreamLayout& layout) const {
        return make_stream(layout.width, layout.height);
    }
    StreamPair make_pair(const StreamLayout& layout) const {
        return {{make_stream(layout), make_stream(layout)}};
    }
    StreamTexture make_vectors(int width, int height) const; ///< four channels

    /// Copies values, row by row as in the layout, into a one-channel texture of that layout; what is behind
    /// them becomes 0. A usage error where they do not fit together.
    void upload(const StreamTexture& texture, const StreamLayout& layout, std::span<const float> values);
    /// The texels of an area, row by row, all channels. Waits for the GPU.
    std::vector<float> read(const StreamTexture& texture, const Area& area) const;
    /// The first `count` texels of a one-channel texture, row by row.
    std::vector<float> read_front(const StreamTexture& texture, std::int64_t count) const;

    /// What a pass reads, bound to texture units 0, 1 ... in order.
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

    /// Draws one fragment for every texel of the output's area with the program in use. fetches_per_texel:
    /// none where it depends on the data.
    void fill(std::string_view name, int step, std::span<const Input> inputs, const Output& output,
              std::optional<int> fetches_per_texel);
    void fill(std::string_view name, int step, std::initializer_list<Input> inputs, const Output& output,
              std::optional<int> fetches_per_texel) {
        fill(name, step, std::span<const Input>(inputs), output, fetches_per_texel);
    }

    /// Announces a pass to the observer around `draw`, with inputs and target bound; for passes that draw
    /// something else than a rectangle. items: vertices or texels.
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
    GLint constant_value_ = -1;
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
