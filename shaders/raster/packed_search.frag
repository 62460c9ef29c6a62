#version 120
// Packed: finds the group of 16 elements that holds an output position's survivor, mostly straight from the lookup of
// raster/packed_lookup.frag, then the survivor within the group from a table of all groups.
// unit 1  u_lookup
// unit 2  u_select     the place of the k-th set bit in 16, see SelectTable: bits / 256 in rows of 16 * 256
// unit 3  u_starts     survivors before each leaf, in a texture of the leaves' size
// unit 4  u_leaves
// constant RUNS        1: runs, which the lookup marks, need no search; 2: there are only runs
// constant SHORT_ROWS  1: a lookup entry may span several rows of the output
#include "common/stream.glsl"
#include "common/array.glsl"
#include "raster/payload.glsl"
#include "raster/packed.glsl"

uniform sampler2D u_lookup;
uniform sampler2D u_select;
uniform sampler2D u_starts;
uniform sampler2D u_leaves;
uniform vec2 u_lookup_width; // and its inverse
uniform vec2 u_lookup_inverse_size;
uniform vec2 u_leaf_width; // and its inverse
uniform vec2 u_leaf_inverse_size;
uniform float u_leaf_texels;
uniform float u_inverse_width; // of the stream
uniform int u_steps;           // of the search for a leaf that is not in the lookup

vec2 leaf_position(float leaf) {
    return (array_texel(leaf, u_leaf_width) + 0.5) * u_leaf_inverse_size;
}

// The element for an output position, given its lookup entry and its offset among the entry's 16 positions; negative if
// there is none.
float searched(vec4 entry, float place, float output_position) {
    float group = floor(entry.x * (1.0 / GROUP));
    float rank = place + entry.x - GROUP * group;
    vec3 groups = entry.yzw;
    if (entry.w == FAR) {
        if (entry.x == -1.0)
            return -1.0;
        // Strides double until one goes too far, then halve.
        float leaf = -2.0 - entry.x;
        float start = entry.y;
        float stride = 1.0;
        float growth = 2.0;
        for (int i = 0; i < u_steps; ++i) {
            if (stride < 1.0)
                break;
            float probe = leaf + stride;
            float found = texture2D(u_starts, leaf_position(probe)).r;
            if (probe < u_leaf_texels && found <= output_position) {
                leaf = probe;
                start = found;
            } else {
                growth = 0.5;
            }
            stride *= growth;
        }
        vec4 found_groups = texture2D(u_leaves, leaf_position(leaf));
        float first = group_count(found_groups.x);
        rank = output_position - start;
        group = 4.0 * leaf;
        groups = found_groups.xyz;
        if (rank >= first) {
            rank -= first;
            group += 1.0;
            groups = found_groups.yzw;
        }
    }
    vec3 counts = group_counts(vec4(groups, 0.0)).xyz;
    float bits = groups.x - 256.0 * counts.x; // over 256
    bool found = true;
    if (rank >= counts.x) {
        rank -= counts.x;
        group += 1.0;
        bits = groups.y - 256.0 * counts.y;
        if (rank >= counts.y) {
            rank -= counts.y;
            group += 1.0;
            bits = groups.z - 256.0 * counts.z;
            found = rank < counts.z; // false past the last survivor, at the end of the last row
        }
    }
    float low = fract(bits);
    float bit = texture2D(u_select, vec2(low + (rank + 0.5) * (1.0 / 4096.0), (bits - low + 0.5) * (1.0 / 256.0))).r;
    return found ? GROUP * group + bit : -1.0;
}

void main() {
    vec2 texel = own_texel();
#if SHORT_ROWS
    float entry_index = floor((texel.y * u_width + texel.x) * (1.0 / GROUP));
    float place = texel.y * u_width + texel.x - GROUP * entry_index;
    vec4 entry = texture2D(u_lookup, (array_texel(entry_index, u_lookup_width) + 0.5) * u_lookup_inverse_size);
#else
    float place = texel.x - GROUP * floor(texel.x * (1.0 / GROUP));
    vec4 entry = texture2D(u_lookup, gl_FragCoord.xy * u_inverse_size);
#endif
    float element = entry.x + place; // in a run
#if RUNS == 1
    if (entry.w != RUN)
#endif
#if RUNS != 2
        element = searched(entry, place, texel.y * u_width + texel.x);
#endif
    float row = floor(element * u_inverse_width);
    gl_FragColor = vec4(element >= 0.0 ? payload(vec2(element - row * u_width, row)) : EMPTY);
}
