#version 430
// Packs the codes of rows, or of the paths to leaves; see packed.glsl.
// Reads 0: levels, 1: codes of the rows, or keys of all nodes, 2: parents, if the host defines LEAVES as 1.
// Writes 3: words.
#define LEVELS_AT 0
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 1) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 2) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 3) writeonly buffer Words {
    uint words[];
};
layout(location = 13) uniform uint u_items;      // all items
layout(location = 14) uniform uint u_first_item; // first to pack
layout(location = 15) uniform uint u_path;       // first record of the old tree, after those of the new

uint code_at(uint level, inout uint node) {
#if LEAVES
    uint at = of_level(u_path + level, FIRST_NODE) + node;
    node = parents[u_first[2] + at];
#else
    uint at = of_level(level, COLUMN) + node;
#endif
    return codes[u_first[1] + at];
}

void pack(uint item) {
    uint node = item, word = 0u, used = 0u;
    uint at = u_first[3] + (of_level(u_levels, FIRST_BIT) / 32u - 1u) * u_items + u_first_item + item;
    for (uint level = u_levels - 1u; level > 0u; --level) {
        uint code = code_at(level, node), bits = code_bits(level);
        word |= code << used;
        if (used + bits < 32u) {
            used += bits;
        } else {
            words[at] = word;
            at -= u_items;
            uint taken = 32u - used;
            word = taken < bits ? code >> taken : 0u;
            used = bits - taken;
        }
    }
    if (used > 0u)
        words[at] = word;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint item = own_item(k);
        if (item < n)
            pack(item);
    }
}
