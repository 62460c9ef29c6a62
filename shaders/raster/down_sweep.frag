#version 120
// One level of exclusive prefix sums over the blocks' trees (Blelloch 1990): the sum of all leaves left of a node.
#include "common/stream.glsl"
#include "common/down_sweep.glsl"

void main() {
    vec2 texel = own_texel();
    float node = own_node(texel);
    float sum = parent_value(texel);
    if (is_right_child(node))
        sum += tree_value(node - 1.0, texel.y);
    gl_FragColor = vec4(sum);
}
