#version 430
// Flags points that differ in one coordinate from their predecessor in an order, and the first point.
// Reads 0: a column, 1: the order. Writes 2: flags, but only those that are 1.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "points/coordinate.glsl"

layout(std430, binding = 0) readonly buffer Column {
    uint column[];
};
layout(std430, binding = 1) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 2) writeonly buffer Flags {
    uint flags[];
};

uint key(uint i) { return key_of_bits(column[u_first[0] + order[u_first[1] + i]]); }

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n && (i == 0u || key(i) != key(i - 1u)))
            flags[u_first[2] + i] = 1u;
    }
}
