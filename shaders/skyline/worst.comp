#version 430
// Finds the worst key of each row. The row dominates every row whose keys are all worse than it.
// Reads 0: see table.glsl. Writes 1: worst keys.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"

layout(std430, binding = 1) writeonly buffer Worst {
    uint worst[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint row = own_item(k);
        if (row < n) {
            uint greatest = 0u;
            for (uint axis = 0u; axis < DIMENSIONS; ++axis)
                greatest = max(greatest, key_of(row, axis));
            worst[u_first[1] + row] = greatest;
        }
    }
}
