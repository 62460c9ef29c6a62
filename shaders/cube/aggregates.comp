#version 430
// Writes the key, count and measures of each node, and where the rows of each leaf begin. The items of a node are
// adjacent.
// Reads 0: levels, 1: first items of nodes, 2: their entries in the header tables, 3: pyramids, followed by the number
// of rows before each item unless items are single rows. Writes 4: keys, 5: counts, 6: first children of leaves,
// 7: values.
#define LEVELS_AT 0
#define PYRAMIDS_AT 3
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"
layout(location = 13) uniform uint u_pyramid_items;
layout(location = 14) uniform uint u_pyramid;
layout(location = 15) uniform uint u_rows_before; // where the rows before items begin; or SINGLE_ROWS
#define SINGLE_ROWS 0xffffffffu
#include "cube/pyramids.glsl"

layout(std430, binding = 1) readonly buffer FirstItems {
    uint first_items[];
};
layout(std430, binding = 2) readonly buffer Entries {
    uint entries[];
};
layout(std430, binding = 4) writeonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 5) writeonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 6) writeonly buffer FirstChildren {
    uint first_children[];
};
layout(std430, binding = 7) writeonly buffer Values {
    uvec2 values[];
};

uint rows_before(uint item) {
    return u_rows_before == SINGLE_ROWS ? item : pyramids[u_first[3] + u_rows_before + item / 2u][item % 2u];
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uint level = level_of(node), at = u_first[1] + node + level;
            uint first = first_items[at], end = first_items[at + 1u], rows = rows_before(first);
            keys[u_first[4] + node] = level == 0u ? 0u : entries[u_first[2] + node] - of_level(level, FIRST_HEADER);
            counts[u_first[5] + node] = rows_before(end) - rows;
            if (level + 1u == u_levels)
                first_children[u_first[6] + node + level] = rows;
            if (node + 1u == n)
                first_children[u_first[6] + n + level] = rows_before(end);
            for (uint m = 0u; m < MEASURES; ++m)
                values[u_first[7] + m * n + node] = fold_items(m, identity_of(folds[m]), first, end);
        }
    }
}
