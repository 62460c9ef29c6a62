#version 430
// Flags where segments begin. An empty segment begins where the next one does; the end of the last segment begins
// the elements that belong to no segment.
// Reads 0: offsets. Writes 1: flags.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Offsets {
    uint offsets[];
};
layout(std430, binding = 1) writeonly buffer Heads {
    uint heads[];
};
layout(location = 12) uniform uint u_size; // number of flags

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n && offsets[u_first[0] + i] < u_size)
            heads[u_first[1] + offsets[u_first[0] + i]] = 1u;
    }
}
