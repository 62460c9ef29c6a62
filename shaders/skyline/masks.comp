#version 430
// Makes records of row, median mask and quartile mask: a bit for each column that is set if the key is past the
// median, and past the quartile of that half.
// Reads 0: see table.glsl, 1: rows, 2: the three quartiles of each column. Writes 3: records.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"

layout(std430, binding = 1) readonly buffer Rows {
    uint rows[];
};
layout(std430, binding = 2) readonly buffer Quartiles {
    uint quartiles[];
};
layout(std430, binding = 3) writeonly buffer Made {
    uint made[];
};

uint quartile(uint axis, uint which) { return quartiles[u_first[2] + axis * 3u + which]; }

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n) {
            uint row = rows[u_first[1] + point], median_mask = 0u, quartile_mask = 0u;
            for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
                uint key = key_of(row, axis);
                uint past = key > quartile(axis, 1u) ? 1u : 0u;
                median_mask |= past << axis;
                quartile_mask |= (key > quartile(axis, past * 2u) ? 1u : 0u) << axis;
            }
            uint at = u_first[3] + point * 3u;
            made[at] = row;
            made[at + 1u] = median_mask;
            made[at + 2u] = quartile_mask;
        }
    }
}
