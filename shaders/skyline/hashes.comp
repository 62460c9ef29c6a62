#version 430
// Hashes rows: equal rows have equal hashes.
// Reads 0: see table.glsl. Writes 1: hashes.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"

layout(std430, binding = 1) writeonly buffer Hashes {
    uint hashes[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint row = own_item(k);
        if (row < n) {
            uint hash = 0u;
            for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
                hash = (hash ^ key_of(row, axis)) * 0x9e3779b1u;
                hash ^= hash >> 15;
            }
            hashes[u_first[1] + row] = hash;
        }
    }
}
