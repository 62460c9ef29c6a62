#version 120
// One level of the tree of survivor counts over the leaves: a node has 16 children.
// unit 0  u_source  the level below; its rows are a multiple of 16 texels
// constant LEAVES   1: the level below holds the leaves
#include "common/stream.glsl"
#include "common/array.glsl"
#include "raster/packed.glsl"

uniform sampler2D u_source;
uniform vec2 u_source_width;   // and its inverse
uniform float u_source_texels; // nodes without children become 0

float survivors(vec4 child) {
#if LEAVES
    return leaf_count(child);
#else
    return child.r;
#endif
}

void main() {
    vec2 texel = own_texel();
    float child = 16.0 * (16.0 * texel.y + texel.x); // nodes lie in rows of 16
    float sum = 0.0;
    if (child < u_source_texels) {
        vec2 position = texel_position(array_texel(child, u_source_width));
        for (int i = 0; i < 16; ++i) {
            sum += survivors(texture2D(u_source, position));
            position.x += u_inverse_size.x;
        }
    }
    gl_FragColor = vec4(sum);
}
