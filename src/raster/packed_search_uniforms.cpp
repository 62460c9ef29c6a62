#include "scanline/raster/packed_search_uniforms.h"

namespace scanline::raster {

namespace {

void set_inverse_size(GLint uniform, const PackedLayout::Array& array) {
    glUniform2f(uniform, 1.0f / static_cast<float>(array.width), 1.0f / static_cast<float>(array.height));
}

} // namespace

void PackedSearchUniforms::set(const StreamLayout& stream, const PackedLayout& layout) const {
    set_array_width(lookup_width_, layout.lookup.width);
    set_inverse_size(lookup_inverse_size_, layout.lookup);
    set_array_width(leaf_width_, layout.leaves.width);
    set_inverse_size(leaf_inverse_size_, layout.leaves);
    glUniform1f(leaf_texels_, static_cast<float>(layout.leaves.texels()));
    glUniform1f(inverse_width_, 1.0f / static_cast<float>(stream.width));
}

int packed_search_steps(const PackedLayout& layout) {
    return 2 * leaf_halvings(layout) + 2;
}

void set_array_width(GLint uniform, int width) {
    glUniform2f(uniform, static_cast<float>(width), 1.0f / static_cast<float>(width));
}

} // namespace scanline::raster
