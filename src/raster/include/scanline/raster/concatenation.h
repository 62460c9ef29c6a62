#pragma once
#include "scanline/raster/fill_program.h"
#include "scanline/raster/options.h"

#include <optional>

namespace scanline::raster {

/// Joins the compacted blocks into one stream, the only scatter in the raster room: the vertex shader moves a
/// line (or a rectangle) to each block's place, and its fragments copy the block. A block that wraps at the
/// end of an output row is drawn as two. Stage: concatenation. Source: Roger, Assarsson, Holzschuch, EGSR
/// 2007, section 3.3.
///
/// OpenGL lines are half-open, so a line from the centre of the first pixel to the centre of the one past the
/// last covers the pixels exactly. The specification allows a deviation of one pixel, so
/// Engine::lines_exact() tests the driver first.
class Concatenation {
public:
    /// method: automatic means lines if they are exact, else quads.
    Concatenation(Engine& engine, const StreamLayout& stream, ConcatenationMethod method);

    /// compacted and output: of the stream's width and height; any width works. descriptors: as BlockScan
    /// returns them, for block_count blocks of at most stream.width elements each; offsets need not ascend,
    /// but blocks must not overlap.
    void operator()(const StreamTexture& compacted, const StreamTexture& descriptors,
                    std::int64_t block_count, const StreamTexture& output);

    ConcatenationMethod method() const { return method_; }
    std::int64_t scratch_bytes() const;

    /// Moves the ends of all lines by `pixels`, so that tests can make the self-test fail.
    void set_end_bias(float pixels) { end_bias_ = pixels; }

private:
    int vertices_per_block() const { return method_ == ConcatenationMethod::lines ? 4 : 8; }
    void draw_batch(const StreamTexture& descriptors, std::int64_t first, int vertices);
    void compute_vertices(const StreamTexture& descriptors, int batch);

    void set_uniforms(const gl::Program& program, const StreamTexture& descriptors,
                      std::int64_t first_block) const;

    // Only if the vertex shader cannot fetch: the vertices of a batch as a texture, copied into vertices_.
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

/// Tests the driver's lines: concatenates synthetic blocks in a small and in the widest layout, with empty,
/// full and one-element blocks, lines that wrap and lines that touch both ends of a row, and compares every
/// pixel with the CPU. Returns false if lines miss or add a pixel; quads are used then. end_bias: for tests,
/// see Concatenation::set_end_bias.
bool lines_are_exact(Engine& engine, float end_bias = 0.0f);

} // namespace scanline::raster
