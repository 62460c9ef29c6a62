#version 430
// Numbers the nodes of all levels, and links them. A row that begins a node begins one at every level below.
// Reads 0: see heads.comp, 1: the scan of its counts, 2: levels. Writes 3: parents, 4: first children, 5: first rows of
// nodes; 4 and 5 have one more for each level.
#define ELEMENT 0
#define OPERATOR 0
#define LEVELS_AT 2
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 0) readonly buffer FirstLevels {
    uint first_levels[];
};
layout(std430, binding = 1) readonly buffer Places {
    uint places[];
};
layout(std430, binding = 3) writeonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 4) writeonly buffer FirstChildren {
    uint first_children[];
};
layout(std430, binding = 5) writeonly buffer FirstRows {
    uint first_rows[];
};
layout(location = 13) uniform uint u_tiles;

void main() {
    uint n = length_of_input(), tile = group_index(), row = tile * GROUP + rank(), head_from = u_levels;
    bool last = row + 1u == n;
    if (row < n)
        head_from = first_levels[u_first[0] + row];
    uint above = 0u, above_at = 0u; // the row's node of the level above, and where its first child is
    for (uint level = 0u; level < u_levels; ++level) {
        bool head = head_from <= level;
        uint total, before = group_exclusive(head ? 1u : 0u, total);
        if (row < n) {
            uint at = places[u_first[1] + level * u_tiles + tile] + before + level - (head ? 0u : 1u);
            uint node = at - level - of_level(level, FIRST_NODE);
            if (head) {
                parents[u_first[3] + at - level] = above;
                first_rows[u_first[5] + at] = row;
            }
            if (head_from < level)
                first_children[u_first[4] + above_at] = node;
            if (last)
                first_rows[u_first[5] + at + 1u] = n;
            if (last && level > 0u)
                first_children[u_first[4] + above_at + 1u] = node + 1u;
            above = node;
            above_at = at;
        }
    }
    if (head_from < u_levels)
        first_children[u_first[4] + above_at] = row;
    if (last)
        first_children[u_first[4] + above_at + 1u] = n;
}
