#version 120
// The last level of the prefix sums: like raster/down_sweep.frag, but adds the element itself to make the sums
// inclusive. At this level the tree is the stream being summed.
#include "common/stream.glsl"
#include "common/down_sweep.glsl"

void main() {
    vec2 texel = own_texel();
    float node = own_node(texel);
    float sum = parent_value(texel) + tree_value(node, texel.y);
    if (is_right_child(node))
        sum += tree_value(node - 1.0, texel.y);
    gl_FragColor = vec4(sum);
}
