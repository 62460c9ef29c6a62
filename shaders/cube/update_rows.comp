#version 430
// Merges the row orders. New rows are numbered after the old ones.
// Reads 0: places of the new rows among the old ones, 1: their order, 2: the old row order. Writes 3: row order.
#include "compute/kernel.glsl"
#define insertions() u_rows
#define insertion_place(k) (places[u_first[0] + (k)] + (k))
layout(std430, binding = 0) restrict readonly buffer Places {
    uint places[];
};
layout(location = 12) uniform uint u_rows; // new ones
#include "cube/insertions.glsl"

layout(std430, binding = 1) restrict readonly buffer Order {
    uint order[];
};
layout(std430, binding = 2) restrict readonly buffer OldOrder {
    uint old_order[];
};
layout(std430, binding = 3) restrict writeonly buffer RowOrder {
    uint row_order[];
};

void main() {
    uint n = length_of_input(), begin = group_index() * TILE;
    find_insertions(begin);
    for (uint i = gl_LocalInvocationIndex; i < TILE && begin + i < n; i += GROUP) {
        uint before = insertions_before(i);
        row_order[u_first[3] + begin + i] = is_inserted(i) ? n - u_rows + order[u_first[1] + before]
                                                           : old_order[u_first[2] + begin + i - before];
    }
}
