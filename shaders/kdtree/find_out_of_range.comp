#version 430
// The first element of a column that is no number, or out of the range of coordinates: as is_in_range() has it.
// Reads 0: a column of floats, as bits. Writes 1: its index, where it is less than what is there.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Column {
    uint column[];
};
layout(std430, binding = 1) buffer Found {
    uint found[];
};

#define INFINITE 0x7f800000u
#define GREATEST 0x5d800000u // 2^60
#define FINE 0x2b800000u     // 2^-40: from here on the last bit of a number is worth a step, 2^-63, or more

// Where the exponent is e the last bit is worth 2^(e - 150).
bool is_whole_steps(uint size) {
    uint exponent = size >> 23u, significand = (size & 0x7fffffu) | 0x800000u;
    return exponent != 0u && exponent + uint(findLSB(significand)) >= 87u;
}

bool is_in_range(uint size) {
    if (size < FINE)
        return size == 0u || is_whole_steps(size);
    return size <= GREATEST || size == INFINITE;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n && !is_in_range(column[u_first[0] + i] & 0x7fffffffu))
            atomicMin(found[u_first[1]], i);
    }
}
