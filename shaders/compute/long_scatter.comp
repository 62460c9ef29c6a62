#version 430
// Scatters values, sorted by segment, back into the segments.
// Reads 0: values, 1, 2: see long_segments.glsl, 3: their segment numbers. Writes 4: results.
// POSITIONS 1: the values are positions in the gathered keys; the results are positions in the whole array.
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
