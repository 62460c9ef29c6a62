#version 430
// The first element of a column that is no number.
// Reads 0: a column of floats, as bits. Writes 1: its index, where it is less than what is there.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Column {
    uint column[];
};
layout(std430, binding = 1) buffer Found {
    uint found[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n && (column[u_first[0] + i] & 0x7fffffffu) > 0x7f800000u)
            atomicMin(found[u_first[1]], i);
    }
}
