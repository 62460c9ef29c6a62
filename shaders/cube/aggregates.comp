#version 430
// Folds the measure over the rows of each node. The rows of a node are neighbours in the row order, so a pyramid of
// blocks gives any node in a few steps, however many rows it has.
// Reads 0: first rows of nodes, see nodes.comp, 1: levels, 2: pyramid.comp's levels one behind the other, the rows first.
// Writes 3: values.
#define LEVELS_AT 1
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"
#include "cube/fold.glsl"

layout(std430, binding = 0) readonly buffer FirstRows {
    uint first_rows[];
};
layout(std430, binding = 2) readonly buffer Pyramid {
    uvec2 pyramid[];
};
layout(std430, binding = 3) writeonly buffer Values {
    uvec2 values[];
};
layout(location = 13) uniform uint u_rows;
layout(location = 14) uniform uint u_fold;

uvec2 fold_range(uvec2 value, uint first, uint end) {
    for (uint i = first; i < end; ++i)
        value = folded(u_fold, value, pyramid[i]);
    return value;
}

uvec2 fold_rows(uint first, uint end) {
    uvec2 value = identity_of(u_fold);
    uint base = u_first[2], size = u_rows;
    for (;;) {
        uint first_block = (first + FANOUT - 1u) / FANOUT, end_block = end / FANOUT;
        if (first_block >= end_block)
            return fold_range(value, base + first, base + end);
        value = fold_range(value, base + first, base + first_block * FANOUT);
        value = fold_range(value, base + end_block * FANOUT, base + end);
        first = first_block;
        end = end_block;
        base += size;
        size = (size + FANOUT - 1u) / FANOUT;
    }
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uint at = u_first[0] + node + level_of(node);
            values[u_first[3] + node] = fold_rows(first_rows[at], first_rows[at + 1u]);
        }
    }
}
