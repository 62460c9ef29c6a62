#version 430
// Packs the codes of rows; see packed.glsl.
// Reads 0: levels, 1: codes of the rows. Writes 2: words.
#define LEVELS_AT 0
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 1) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 2) writeonly buffer Words {
    uint words[];
};

void pack(uint row, uint rows) {
    uint word = 0u, used = 0u;
    uint at = u_first[2] + (of_level(u_levels, FIRST_BIT) / 32u - 1u) * rows + row;
    for (uint level = u_levels - 1u; level > 0u; --level) {
        uint code = codes[u_first[1] + of_level(level, COLUMN) + row], bits = code_bits(level);
        word |= code << used;
        if (used + bits < 32u) {
            used += bits;
        } else {
            words[at] = word;
            at -= rows;
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
        uint row = own_item(k);
        if (row < n)
            pack(row, n);
    }
}
