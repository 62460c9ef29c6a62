#version 430
// Finds the first element of a column that is NaN or out of the coordinate range, as in is_in_range().
// Reads 0: a column of floats, as bits. Writes 1: its index, if less than the value there.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Column {
    uint column[];
};
layout(std430, binding = 1) buffer Found {
    uint found[];
};

// Float bit patterns. STEP_EXPONENT and GREATEST_EXPONENT come from CoordinateRange.
#define INFINITE 0x7f800000u
#define GREATEST (uint(127 + GREATEST_EXPONENT) << 23u)
// From here on the last bit of a float is worth a step or more.
#define FINE (uint(127 + 23 + STEP_EXPONENT) << 23u)

// The last bit of a float is worth 2^(exponent - 150).
bool is_whole_steps(uint size) {
    uint exponent = size >> 23u, significand = (size & 0x7fffffu) | 0x800000u;
    return exponent != 0u && exponent + uint(findLSB(significand)) >= uint(150 + STEP_EXPONENT);
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
