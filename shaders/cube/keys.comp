#version 430
// Writes the key, the rows and the header table entry of each node.
// Reads 0: first rows of nodes, see nodes.comp, 1: row order, 2: codes, 3: levels. Writes 4: keys, 5: counts, 6: entries
// of the header tables.
#define LEVELS_AT 3
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 0) readonly buffer FirstRows {
    uint first_rows[];
};
layout(std430, binding = 1) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 2) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 4) writeonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 5) writeonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 6) writeonly buffer Entries {
    uint entries[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uint level = level_of(node), at = u_first[0] + node + level, row = first_rows[at], key = 0u;
            if (level > 0u)
                key = codes[u_first[2] + of_level(level, COLUMN) + order[u_first[1] + row]];
            keys[u_first[4] + node] = key;
            counts[u_first[5] + node] = first_rows[at + 1u] - row;
            entries[u_first[6] + node] = of_level(level, FIRST_HEADER) + key;
        }
    }
}
