#version 430
// Packs the codes of each row, in the order of the path, into one long number, whose first word has padding in front.
// Reads 0: codes, 1: levels. Writes 2: words, all first words first.
#define LEVELS_AT 1
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 0) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 2) writeonly buffer Words {
    uint words[];
};
layout(location = 13) uniform uint u_padding; // bits, less than 32

void pack(uint row, uint n) {
    uint word = 0u, left = 32u - u_padding, at = u_first[2] + row;
    for (uint level = 1u; level < u_levels; ++level) {
        uint code = codes[u_first[0] + of_level(level, COLUMN) + row], bits = of_level(level, CODE_BITS);
        if (bits < left) {
            left -= bits;
            word |= code << left;
        } else {
            uint rest = bits - left;
            words[at] = word | code >> rest;
            at += n;
            left = 32u - rest;
            word = rest == 0u ? 0u : code << left;
        }
    }
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint row = own_item(k);
        if (row < n)
            pack(row, n);
    }
}
