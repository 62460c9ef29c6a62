// Packed elements: a float stands for a group of 16 of them as 256 * survivors + bits / 256, where bit i of `bits` is set
// where element i of the group survives; exact, because both take 21 binary digits. A leaf is a texel of four groups.

const float GROUP = 16.0;
const float LEAF = 64.0;

// In place of the third group of an entry of the lookup, see raster/packed_lookup.frag.
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
