#version 430
// Orders the rows of merged leaves: the old ones of each, then the further ones, whose numbers follow those of the old.
// Reads 0: first rows of merged leaves, 1: see merge_nodes.comp, 2: first rows of old leaves, 3: old row order,
// 4: first rows of further leaves, 5: further row order. Writes 6: merged row order.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer FirstRows {
    uint first_rows[];
};
layout(std430, binding = 1) readonly buffer Sources {
    uvec2 sources[]; // of leaves
};
layout(std430, binding = 2) readonly buffer OldFirst {
    uint old_first[];
};
layout(std430, binding = 3) readonly buffer OldOrder {
    uint old_order[];
};
layout(std430, binding = 4) readonly buffer FurtherFirst {
    uint further_first[];
};
layout(std430, binding = 5) readonly buffer FurtherOrder {
    uint further_order[];
};
layout(std430, binding = 6) writeonly buffer Order {
    uint order[];
};
layout(location = 12) uniform uint u_leaves;
layout(location = 13) uniform uint u_old_leaves_from;     // among the nodes of all levels
layout(location = 14) uniform uint u_further_leaves_from;
layout(location = 15) uniform uint u_old_rows;

uint leaf_of(uint i) {
    uint first = 0u, end = u_leaves;
    while (end - first > 1u) {
        uint middle = first + (end - first) / 2u;
        if (first_rows[u_first[0] + middle] <= i)
            first = middle;
        else
            end = middle;
    }
    return first;
}

uint row_at(uint i) {
    uint leaf = leaf_of(i), at = i - first_rows[u_first[0] + leaf], old_rows = 0u;
    uvec2 source = sources[u_first[1] + leaf];
    if (source.x != 0u) {
        uint old_leaf = u_first[2] + source.x - 1u - u_old_leaves_from;
        old_rows = old_first[old_leaf + 1u] - old_first[old_leaf];
        if (at < old_rows)
            return old_order[u_first[3] + old_first[old_leaf] + at];
    }
    uint first = further_first[u_first[4] + source.y - 1u - u_further_leaves_from];
    return u_old_rows + further_order[u_first[5] + first + at - old_rows];
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            order[u_first[6] + i] = row_at(i);
    }
}
