#version 430
// Gathers the keys of the long segments side by side, each with the number of its segment.
// Reads 0: keys, 1, 2: see long_segments.glsl, 5: number of long segments. Writes 3: keys, 4: segment numbers.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "compute/long_segments.glsl"

layout(std430, binding = 0) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 3) writeonly buffer Gathered {
    uint gathered[];
};
layout(std430, binding = 4) writeonly buffer Numbers {
    uint numbers[];
};
layout(std430, binding = 5) readonly buffer SegmentCount {
    uint segment_count[];
};

uint segment_of(uint index) {
    uint low = 0u, high = segment_count[u_first[5]];
    while (low < high) {
        uint middle = low + (high - low) / 2u;
        if (end_of(middle) <= index)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint segment = segment_of(i);
            numbers[u_first[4] + i] = segment;
            gathered[u_first[3] + i] = keys[u_first[0] + place_of(segment, i)];
        }
    }
}
