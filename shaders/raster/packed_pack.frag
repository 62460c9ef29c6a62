#version 120
// Discriminates 64 elements and packs them into a leaf, see raster/packed.glsl.
// unit 0  u_values      the stream
// constant SHORT_ROWS   1: a leaf's elements may span several rows of the stream
#include "common/stream.glsl"
#include "common/array.glsl"

uniform sampler2D u_values;
uniform float u_threshold;
uniform float u_negate; // 1.0: elements below the threshold are valid
uniform float u_size;   // elements in the stream; the rest is padding and invalid
uniform vec2 u_width;   // of the stream, and its inverse
uniform float u_leaf_width;

// first: index of the group's first element, which lies at `position` in the texture.
float pack(float first, vec2 position) {
    float group = 0.0;
    float bit = 1.0 / 256.0;
    for (int i = 0; i < 16; ++i) {
#if SHORT_ROWS
        position = texel_position(array_texel(first + float(i), u_width));
#endif
        bool valid = (texture2D(u_values, position).r >= u_threshold) != (u_negate > 0.5);
        group += valid && first + float(i) < u_size ? 256.0 + bit : 0.0;
        bit *= 2.0;
        position.x += u_inverse_size.x;
    }
    return group;
}

void main() {
    vec2 texel = own_texel();
    float first = 64.0 * (texel.y * u_leaf_width + texel.x);
    vec2 position = texel_position(array_texel(first, u_width));
    vec2 group = vec2(16.0 * u_inverse_size.x, 0.0);
    gl_FragColor = vec4(pack(first, position), pack(first + 16.0, position + group),
                        pack(first + 32.0, position + 2.0 * group), pack(first + 48.0, position + 3.0 * group));
}
