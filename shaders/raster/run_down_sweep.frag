#version 120
// One level of the run lengths over the blocks' trees: the run of ones that begins right after the node's last leaf.
// GRAPP 2009, algorithm 4.
#include "common/stream.glsl"
#include "common/down_sweep.glsl"

uniform float u_full; // leaves of a node at this level: 2^level

void main() {
    vec2 texel = own_texel();
    float node = own_node(texel);
    float run = parent_value(texel);
    if (!is_right_child(node)) {
        float right = tree_value(node + 1.0, texel.y);
        run = right == u_full ? right + run : right;
    }
    gl_FragColor = vec4(run);
}
