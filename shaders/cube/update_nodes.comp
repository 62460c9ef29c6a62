#version 430
// Numbers the touched nodes of all levels, and the inserted ones among them.
// Reads 0: levels, 1: words, 2: order, 3: places of update_places.comp, 4: the scan of its counts. Writes 5: changes,
// see update.glsl.
#define ELEMENT 0
#define OPERATOR 0
#define LEVELS_AT 0
#define WORDS_AT 1
#define CHANGES_AT 5
#define CHANGES_ACCESS writeonly
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "cube/levels.glsl"
#include "cube/packed.glsl"
#include "cube/update.glsl"

layout(std430, binding = 2) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 3) readonly buffer Places {
    uint places[];
};
layout(std430, binding = 4) readonly buffer Counts {
    uint counts[];
};
layout(location = 15) uniform uint u_tiles;

void main() {
    uint n = length_of_input(), tile = group_index(), i = tile * GROUP + rank();
    uint begun = u_levels, lacking = u_levels, item = 0u;
    if (i < n) {
        uint levels_of_row = places[u_first[3] + u_levels * n + i];
        begun = levels_of_row & 0xffu;
        lacking = levels_of_row >> 8u;
        item = order[u_first[2] + i];
    }
    uint inserted_from = counts[u_first[4] + u_levels * u_tiles];
    uint parent = 0u, moved_above = 0u; // in the level above: the row's node, and the nodes inserted up to it
    for (uint level = 0u; level < u_levels; ++level) {
        bool begins = begun <= level, is_new = lacking <= level, inserts = begins && is_new;
        uint total, before = group_exclusive((begins ? 1u : 0u) | (inserts ? 0x10000u : 0u), total);
        if (i < n) {
            uint touched = counts[u_first[4] + level * u_tiles + tile] + (before & 0xffffu);
            uint inserted = counts[u_first[4] + (u_levels + level) * u_tiles + tile] - inserted_from + (before >> 16u);
            uint moved = inserted + (inserts ? 1u : 0u) - inserted_above(level);
            uint place = level == 0u ? 0u : places[u_first[3] + (level - 1u) * n + i];
            uint node = place + moved - (is_new ? 1u : 0u), number = of_level(level, FIRST_NODE) + node;
            if (begins)
                change(FIRST_ROWS, touched + level) = i;
            if (inserts) {
                change(PLACES, inserted) = number;
                change(NEW_ROWS, inserted) = touched + level;
                change(ENTRIES, inserted) = of_level(level, FIRST_HEADER) + code_of(level, item);
                change(PARENTS, inserted) = parent;
                change(MOVED, inserted) = moved_above;
            } else if (begins) {
                change(NUMBERS, touched - inserted) = number;
                change(OLD_ROWS, touched - inserted) = touched + level;
            }
            if (i + 1u == n)
                change(FIRST_ROWS, touched + level + (begins ? 1u : 0u)) = n;
            parent = node;
            moved_above = moved;
        }
    }
}
