#pragma once
#include "scanline/raster/fill_program.h"
#include "scanline/raster/options.h"

#include <optional>

namespace scanline::raster {

/// Joins the compacted blocks into one stream, the one scatter of the raster room: the vertex shader moves a
/// line (or a rectangle) to each block's place, and the fragments under it copy the block. A block that runs
/// over the end of a row of the output is drawn as two. Stage: concatenation. Source: Roger, Assarsson,
/// Holzschuch, EGSR 2007, section 3.3.
///
/// OpenGL's lines are half-open, so from the centre of the first pixel to the centre of the pixel past the
/// last they cover the pixels exactly; a specification that allows a pixel of deviation is why
/// Engine::lines_exact() tries them first.
class Concatenation {
public:
    /// method: automatic stands for lines where they are exact, quads elsewhere.
    Concatenation(Engine& engine, const StreamLayout& stream, ConcatenationMethod method);

    /// compacted and output: of the stream's width, which may be any, and height; descriptors: as BlockScan
    /// returns them, of block_count blocks, each of at most stream.width elements, whose offsets need not be
    /// ascending but must not overlap.
    void operator()(const StreamTexture& compacted, const StreamTexture& descriptors,
                    std::int64_t block_count, const StreamTexture& output);

    ConcatenationMethod method() const { return method_; }
    std::int64_t scratch_bytes() const;

    /// Moves the ends of all lines by so many pixels: how the self-test is shown to fail.
    void set_end_bias(float pixels) { end_bias_ = pixels; }

private:
    int vertices_per_block() const { return method_ == ConcatenationMethod::lines ? 4 : 8; }
    void draw_batch(const StreamTexture& descriptors, std::int64_t first, GLsizei vertices);
    void compute_vertices(const StreamTexture& descriptors, int batch);

    void set_uniforms(const gl::Program& program, const StreamTexture& descriptors,
                      std::int64_t first_block) const;

    // Only where the vertex shader cannot fetch: the vertices of a batch as a texture, copied into vertices_.
    struct ComputedVertices {
        gl::SharedProgram program;
        StreamTexture texture;
    };

    Engine& engine_;
    StreamLayout stream_;
    ConcatenationMethod method_;
    gl::SharedProgram draw_program_;
    gl::Buffer vertices_;
    std::int64_t buffer_bytes_ = 0;
    std::optional<ComputedVertices> vertices_computed_;
    float end_bias_ = 0.0f;
};

/// Concatenates made-up blocks by lines, with empty, full and one-element blocks, lines that wrap and lines
/// that touch both ends of a row, in a small and in the widest layout, and compares every pixel with the
/// CPU's result. A driver whose lines miss or add a pixel gives false, and quads are used instead. end_bias:
/// see Concatenation::set_end_bias, for tests.
bool lines_are_exact(Engine& engine, float end_bias = 0.0f);

} // namespace scanline::raster
