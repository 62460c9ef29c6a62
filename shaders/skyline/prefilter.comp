#version 430
// Flags rows that the row with the smallest worst key does not dominate for certain: those that are somewhere better
// than that key, or equal to it everywhere.
// Reads 0: see table.glsl, 1: the smallest worst key. Writes 2: flags.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"

layout(std430, binding = 1) readonly buffer Least {
    uint least[];
};
layout(std430, binding = 2) writeonly buffer Alive {
    uint alive[];
};

void main() {
    uint n = length_of_input();
    uint bound = least[u_first[1]];
    for (uint k = 0u; k < ITEMS; ++k) {
        uint row = own_item(k);
        if (row < n) {
            bool better = false, equal = true;
            for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
                uint key = key_of(row, axis);
                better = better || key < bound;
                equal = equal && key == bound;
            }
            alive[u_first[2] + row] = better || equal ? 1u : 0u;
        }
    }
}
