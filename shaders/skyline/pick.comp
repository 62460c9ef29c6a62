#version 430
// Moves records to a new order, word by word.
// Reads 0: the old position of each, 1: see records.glsl. Writes 2: records.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 0) readonly buffer Positions {
    uint positions[];
};
layout(std430, binding = 2) writeonly buffer Picked {
    uint picked[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            picked[u_first[2] + i] = word_of(positions[u_first[0] + i / RECORD], i % RECORD);
    }
}
