#version 430
// Puts what has been sorted by segments back into these.
// Reads 0: values. 1, 2: long_segments.glsl. 3: the numbers of their segments. Writes 4: results.
// POSITIONS 1: the values are where keys were side by side, the results where they were in the whole array.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "compute/long_segments.glsl"

layout(std430, binding = 0) readonly buffer Values {
    uint values[];
};
layout(std430, binding = 3) readonly buffer Numbers {
    uint numbers[];
};
layout(std430, binding = 4) writeonly buffer Results {
    uint results[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint segment = numbers[u_first[3] + i];
            uint value = values[u_first[0] + i];
#if POSITIONS
            value = place_of(segment, value);
#endif
            results[u_first[4] + place_of(segment, i)] = value;
        }
    }
}
