#version 430
// Makes a cell of each selected node of a level: its codes in the dimensions to group by, its count and its measures.
// Reads 0: request, 1: nodes, numbered in their level, 2: keys, 3: parents, 4: counts, 5: values. Writes 6: codes,
// dimension by dimension, then the counts, 7: values, measure by measure.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/group_request.glsl"

layout(std430, binding = 1) readonly buffer Nodes {
    uint nodes[];
};
layout(std430, binding = 2) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 3) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 4) readonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 5) readonly buffer Values {
    uvec2 values[];
};
layout(std430, binding = 6) writeonly buffer Cells {
    uint cells[];
};
layout(std430, binding = 7) writeonly buffer CellValues {
    uvec2 cell_values[];
};
layout(location = 15) uniform uint u_dimensions; // to group by
layout(location = 16) uniform uint u_nodes;      // of all levels

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint node = nodes[u_first[1] + i], from = of_level(u_level, FIRST_NODE) + node;
            cells[u_first[6] + u_dimensions * n + i] = counts[u_first[4] + from];
            for (uint m = 0u; m < MEASURES; ++m)
                cell_values[u_first[7] + m * n + i] = values[u_first[5] + m * u_nodes + from];
            for (uint level = u_level; level >= u_highest; --level) {
                uint at = of_level(level, FIRST_NODE) + node, place = asked(level, GROUP_PLACE);
                if (place != NONE)
                    cells[u_first[6] + place * n + i] = keys[u_first[2] + at];
                node = parents[u_first[3] + at];
            }
        }
    }
}
