#version 430
// Writes a two-word key for each group, so that an ascending sort puts the top groups first.
// Reads 0: nodes, 1: counts, 2: values of the measure. Writes 3: low words, 4: high words.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Nodes {
    uint nodes[];
};
layout(std430, binding = 1) readonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 2) readonly buffer Values {
    uvec2 values[];
};
layout(std430, binding = 3) writeonly buffer Low {
    uint low[];
};
layout(std430, binding = 4) writeonly buffer High {
    uint high[];
};
layout(location = 12) uniform uint u_by_measure; // 0: by rows
layout(location = 13) uniform uint u_largest;    // 1: these come first

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint node = nodes[u_first[0] + i];
            uvec2 rank = uvec2(counts[u_first[1] + node], 0u);
            if (u_by_measure == 1u)
                rank = values[u_first[2] + node] ^ uvec2(0u, 0x80000000u);
            if (u_largest == 1u)
                rank = ~rank;
            low[u_first[3] + i] = rank.x;
            high[u_first[4] + i] = rank.y;
        }
    }
}
