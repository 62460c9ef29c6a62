#version 430
// Folds each FANOUT neighbouring values into one.
// Reads 0: values. Writes 1: folded values.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/fold.glsl"

layout(std430, binding = 0) readonly buffer Below {
    uvec2 below[];
};
layout(std430, binding = 1) writeonly buffer Above {
    uvec2 above[];
};
layout(location = 12) uniform uint u_below; // values
layout(location = 13) uniform uint u_fold;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint block = own_item(k);
        if (block < n) {
            uvec2 value = identity_of(u_fold);
            for (uint i = block * FANOUT; i < min(block * FANOUT + FANOUT, u_below); ++i)
                value = folded(u_fold, value, below[u_first[0] + i]);
            above[u_first[1] + block] = value;
        }
    }
}
