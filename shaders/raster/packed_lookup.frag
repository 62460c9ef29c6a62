#version 120
// Tells 16 consecutive output positions where they find their elements:
//   (16 * group + rank, group, group, group)  in three consecutive groups; `rank` is the rank in the first group of the
//                                             first survivor needed
//   (16 * group + rank, group, group, RUN)    the same, but the first two groups are full, so a rank is a place and the
//                                             elements of all 16 are neighbours
//   (-2 - leaf, start, 0, FAR)                further apart: from this leaf on, which `start` survivors precede
//   (-1, -1, -1, FAR)                         nowhere: past the last survivor
// constant RUNS  1: mark runs
// unit 0  u_leaves
// unit 1  u_starts  survivors before each leaf, in a texture of the leaves' size
// last    u_count
#include "common/stream.glsl"
#include "common/array.glsl"
#include "common/survivors.glsl"
#include "raster/packed.glsl"

uniform sampler2D u_leaves;
uniform sampler2D u_starts;
uniform vec2 u_leaf_width; // and its inverse
uniform float u_leaf_texels;
uniform float u_lookup_width;
uniform int u_steps; // of the search; each halves the stride
uniform float u_first_stride;

void main() {
    vec2 texel = own_texel();
    float output_position = GROUP * (texel.y * u_lookup_width + texel.x);
    float survivors = survivor_count();
    if (output_position >= survivors) {
        gl_FragColor = vec4(-1.0);
        return;
    }
    // The last leaf with at most `output_position` survivors before it.
    float leaf = 0.0;
    float start = 0.0;
    float stride = u_first_stride;
    for (int i = 0; i < u_steps; ++i) {
        float probe = leaf + stride;
        float found = fetch(u_starts, array_texel(probe, u_leaf_width));
        if (probe < u_leaf_texels && found <= output_position) {
            leaf = probe;
            start = found;
        }
        stride *= 0.5;
    }
    vec4 groups = texture2D(u_leaves, texel_position(array_texel(leaf, u_leaf_width)));
    vec4 next = vec4(0.0);
    if (leaf + 1.0 < u_leaf_texels)
        next = texture2D(u_leaves, texel_position(array_texel(leaf + 1.0, u_leaf_width)));
    float rank = output_position - start;
    float group = 4.0 * leaf;
    for (int i = 0; i < 3; ++i) {
        float count = group_count(groups.x);
        if (rank >= count) {
            rank -= count;
            group += 1.0;
            groups = vec4(groups.yzw, next.x);
            next.xyz = next.yzw;
        }
    }
    float wanted = min(GROUP, survivors - output_position);
    if (dot(group_counts(groups).xyz, vec3(1.0)) < rank + wanted) {
        gl_FragColor = vec4(-2.0 - leaf, start, 0.0, FAR);
        return;
    }
#if RUNS
    if (min(groups.x, groups.y) >= 256.0 * GROUP)
        groups.z = RUN;
#endif
    gl_FragColor = vec4(GROUP * group + rank, groups.xyz);
}
