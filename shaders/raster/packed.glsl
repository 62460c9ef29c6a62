// Packed elements: one float encodes a group of 16 as 256 * survivors + bits / 256, where bit i of `bits` is set if
// element i of the group survives. Exact, because both together take 21 bits. A leaf is a texel of four groups.

const float GROUP = 16.0;
const float LEAF = 64.0;

// Replace the third group of a lookup entry, see raster/packed_lookup.frag.
const float FAR = -1.0;
const float RUN = -2.0;

float group_count(float group) {
    return floor(group * (1.0 / 256.0));
}

vec4 group_counts(vec4 leaf) {
    return floor(leaf * (1.0 / 256.0));
}

float leaf_count(vec4 leaf) {
    return dot(group_counts(leaf), vec4(1.0));
}
