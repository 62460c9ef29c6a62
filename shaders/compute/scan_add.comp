#version 430
// Adds the total before a tile to each of its elements: the second half of scan-then-add.
// Reads and writes 0: results, as values. Reads 1: scanned totals. The host defines TILE.
#include "compute/kernel.glsl"
#include "compute/operator.glsl"

layout(std430, binding = 0) buffer Output {
    T output_elements[];
};
layout(std430, binding = 1) readonly buffer Totals {
    Value totals[];
};

void main() {
    uint n = length_of_input();
    uint base = group_index() * TILE;
    if (base < n) {
        Value before = totals[u_first[1] + group_index()];
        uint end = min(n - base, uint(TILE));
        for (uint i = gl_LocalInvocationIndex; i < end; i += GROUP) {
            uint at = u_first[0] + base + i;
            output_elements[at] = memory_of(combine(before, Value(output_elements[at])));
        }
    }
}
