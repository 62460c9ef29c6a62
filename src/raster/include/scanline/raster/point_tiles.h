#pragma once
#include "scanline/raster/fill_program.h"

namespace scanline::raster {

/// Draws the tiles of one kind of an output, each as a point of the size of a tile, see
/// shaders/common/point_tile.vert: what kind a tile is, only the GPU knows. Tiles may reach over the end of
/// the output.
class PointTiles {
public:
    static constexpr int tile = 32; ///< pixels of a side

    PointTiles(int columns, int rows);

    int columns() const { return columns_; }
    int rows() const { return rows_; }

    /// Of a program with that vertex shader.
    struct Uniforms {
        GLint width, inverse_size, kind;
        explicit Uniforms(const FillProgram& program);
    };
    /// Inside a pass whose target and inputs are bound, with the program current. The viewport is left
    /// covering all tiles.
    void draw(const Uniforms& uniforms, float kind) const;

    std::int64_t scratch_bytes() const {
        return std::int64_t{columns_} * rows_ * std::int64_t{sizeof(float)};
    }

private:
    int columns_, rows_;
    gl::Buffer vertices_;
};

/// Whether this driver's points cover exactly the pixels of a tile, by a small picture of two kinds; false
/// too where they cannot be as large or vertex shaders cannot fetch.
bool points_are_exact(Engine& engine);

} // namespace scanline::raster
