#version 430
// Gathers each measure in the order of items, as the lowest level of a pyramid.
// Reads 0: order, 1: measures of rows, 2: values of all old nodes. Writes 3: pyramids.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer Measures {
    uvec2 measures[];
};
layout(std430, binding = 2) readonly buffer OldValues {
    uvec2 old_values[];
};
layout(std430, binding = 3) writeonly buffer Pyramids {
    uvec2 pyramids[];
};
layout(location = 12) uniform uint u_pyramid; // elements of each
layout(location = 13) uniform uint u_rows;
layout(location = 14) uniform uint u_leaves;     // items that are old leaves, before the rows
layout(location = 15) uniform uint u_first_leaf; // among the old nodes
layout(location = 16) uniform uint u_old_nodes;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint place = own_item(k);
        if (place < n) {
            uint item = order[u_first[0] + place];
            for (uint m = 0u; m < MEASURES; ++m)
                pyramids[u_first[3] + m * u_pyramid + place] =
                    item < u_leaves ? old_values[u_first[2] + m * u_old_nodes + u_first_leaf + item]
                                    : measures[u_first[1] + m * u_rows + item - u_leaves];
        }
    }
}
