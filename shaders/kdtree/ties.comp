#version 430
// Flags sorted keys that equal a neighbour.
// Reads 0: keys. Writes 1: flags.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 1) writeonly buffer Flags {
    uint flags[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint key = keys[u_first[0] + i];
            bool tied = i > 0u && keys[u_first[0] + i - 1u] == key;
            if (i + 1u < n)
                tied = tied || keys[u_first[0] + i + 1u] == key;
            flags[u_first[1] + i] = tied ? 1u : 0u;
        }
    }
}
