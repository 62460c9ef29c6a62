#version 430
// Finds runs of equal pairs of keys in sorted order.
// Reads 0: first keys, 1: second keys. Writes 2: the position of the first pair of a run, 0 for the others.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer First {
    uint first_keys[];
};
layout(std430, binding = 1) readonly buffer Second {
    uint second_keys[];
};
layout(std430, binding = 2) writeonly buffer Heads {
    uint heads[];
};

uvec2 pair_of(uint i) { return uvec2(first_keys[u_first[0] + i], second_keys[u_first[1] + i]); }

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            heads[u_first[2] + i] = i > 0u && pair_of(i) != pair_of(i - 1u) ? i : 0u;
    }
}
