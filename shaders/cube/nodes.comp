#version 430
// Numbers the nodes of all levels, and links them. An item that begins a node begins one at every deeper level too.
// Reads 0: levels, 1: words, 2: order, 3: the scan of heads.comp's counts. Writes 4: parents, 5: first children, except
// of leaves, 6: first items of nodes, 7: header entries; 5 and 6 have one more element for each level.
#define ELEMENT 0
#define OPERATOR 0
#define LEVELS_AT 0
#define WORDS_AT 1
#define ORDER_AT 2
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "cube/levels.glsl"
#include "cube/packed.glsl"
#include "cube/sorted_items.glsl"

layout(std430, binding = 3) readonly buffer Places {
    uint places[];
};
layout(std430, binding = 4) writeonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 5) writeonly buffer FirstChildren {
    uint first_children[];
};
layout(std430, binding = 6) writeonly buffer FirstItems {
    uint first_items[];
};
layout(std430, binding = 7) writeonly buffer Entries {
    uint entries[];
};
layout(location = 13) uniform uint u_tiles;

void main() {
    uint n = length_of_input(), tile = group_index(), place = tile * GROUP + rank(), head_from = u_levels, item = 0u;
    bool last = place + 1u == n;
    if (place < n) {
        head_from = first_level(place);
        item = order[u_first[ORDER_AT] + place];
    }
    uint above = 0u, above_at = 0u; // the item's node of the level above, and where its first child is
    for (uint level = 0u; level < u_levels; ++level) {
        bool head = head_from <= level;
        uint total, before = group_exclusive(head ? 1u : 0u, total);
        if (place < n) {
            uint at = places[u_first[3] + level * u_tiles + tile] + before + level - (head ? 0u : 1u);
            uint node = at - level - of_level(level, FIRST_NODE);
            if (head) {
                parents[u_first[4] + at - level] = above;
                first_items[u_first[6] + at] = place;
                entries[u_first[7] + at - level] =
                    level == 0u ? 0u : of_level(level, FIRST_HEADER) + code_of(level, item);
            }
            if (head_from < level)
                first_children[u_first[5] + above_at] = node;
            if (last)
                first_items[u_first[6] + at + 1u] = n;
            if (last && level > 0u)
                first_children[u_first[5] + above_at + 1u] = node + 1u;
            above = node;
            above_at = at;
        }
    }
}
