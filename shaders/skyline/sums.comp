#version 430
// Adds the keys of each row in 64 bits: a row that dominates another has the smaller sum.
// Reads 0: see table.glsl, 1: see records.glsl. Writes 2: low words, 3: high words.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 2) writeonly buffer Low {
    uint low[];
};
layout(std430, binding = 3) writeonly buffer High {
    uint high[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n) {
            uint sum = 0u, carries = 0u;
            for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
                uint carry;
                sum = uaddCarry(sum, key_of(row_of(point), axis), carry);
                carries += carry;
            }
            low[u_first[2] + point] = sum;
            high[u_first[3] + point] = carries;
        }
    }
}
