#pragma once
#include "scanline/raster/packed_layout.h"
#include "scanline/raster/stream_texture.h"

namespace scanline::raster {

/// The uniforms of shaders/raster/packed_search.frag beside those of common/stream.glsl and
/// raster/payload.glsl.
class PackedSearchUniforms {
public:
    /// Program: anything with uniform(name).
    template <class Program>
    explicit PackedSearchUniforms(const Program& program)
        : lookup_width_(program.uniform("u_lookup_width")),
          lookup_inverse_size_(program.uniform("u_lookup_inverse_size")),
          leaf_width_(program.uniform("u_leaf_width")),
          leaf_inverse_size_(program.uniform("u_leaf_inverse_size")),
          leaf_texels_(program.uniform("u_leaf_texels")), inverse_width_(program.uniform("u_inverse_width")) {
    }

    /// The program is current.
    void set(const StreamLayout& stream, const PackedLayout& layout) const;

private:
    GLint lookup_width_, lookup_inverse_size_, leaf_width_, leaf_inverse_size_, leaf_texels_, inverse_width_;
};

/// The most steps of its search for a leaf: strides double at most as often as all leaves can be halved, and
/// halve as often and once more.
int packed_search_steps(const PackedLayout& layout);

/// Sets a uniform as shaders/common/array.glsl takes the width of an array.
void set_array_width(GLint uniform, int width);

} // namespace scanline::raster
