#version 430
// Orders all rows by their items: the old rows of each leaf, then the new rows, which are numbered after the old ones.
// Reads 0: order of items, see merge_items.comp, 1: rows before each item, 2: first rows of leaves, 3: old row order.
// Writes 4: row order.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer RowsBefore {
    uint rows_before[];
};
layout(std430, binding = 2) readonly buffer FirstRows {
    uint first_rows[];
};
layout(std430, binding = 3) readonly buffer OldOrder {
    uint old_order[];
};
layout(std430, binding = 4) writeonly buffer RowOrder {
    uint row_order[];
};
layout(location = 12) uniform uint u_items;
layout(location = 13) uniform uint u_leaves;
layout(location = 14) uniform uint u_old_rows;

uint place_of(uint row) {
    uint first = 0u, end = u_items;
    while (end - first > 1u) {
        uint middle = first + (end - first) / 2u;
        if (rows_before[u_first[1] + middle] <= row)
            first = middle;
        else
            end = middle;
    }
    return first;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint place = place_of(i), item = order[u_first[0] + place];
            uint in_item = i - rows_before[u_first[1] + place];
            row_order[u_first[4] + i] = item < u_leaves
                                            ? old_order[u_first[3] + first_rows[u_first[2] + item] + in_item]
                                            : u_old_rows + item - u_leaves;
        }
    }
}
