#version 120
// The number of survivors before each leaf: those before its node plus those in the node's leaves to its left.
// unit 0  u_leaves
// unit 1  u_node_starts  survivors before each node, in rows of 16
#include "common/stream.glsl"
#include "common/array.glsl"
#include "raster/packed.glsl"

uniform sampler2D u_leaves;
uniform sampler2D u_node_starts;
uniform float u_leaf_width;
uniform vec2 u_node_inverse_size;
uniform int u_siblings; // 16, but not a constant: an unrolled loop cannot exit early

void main() {
    vec2 texel = own_texel();
    float leaf = texel.y * u_leaf_width + texel.x;
    float node = floor(leaf * (1.0 / 16.0));
    float place = leaf - 16.0 * node;
    float sum = texture2D(u_node_starts, (array_texel(node, vec2(16.0, 1.0 / 16.0)) + 0.5) * u_node_inverse_size).r;
    vec2 position = texel_position(texel);
    for (int i = 0; i < u_siblings; ++i) {
        if (float(i) >= place)
            break;
        position.x -= u_inverse_size.x;
        sum += leaf_count(texture2D(u_leaves, position));
    }
    gl_FragColor = vec4(sum);
}
