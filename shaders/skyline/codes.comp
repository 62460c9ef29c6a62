#version 430
// Makes records of row, mask and codes. A code is the number of thresholds, at most 127, that a key exceeds: four of
// them to a word. The first u_masked columns put u_steps bits each into the mask, the first u_finer of these one more;
// as many of them are set as equal parts of the range of codes lie below. So one row can dominate another only if its
// codes are nowhere greater, and if its mask is a subset.
// Reads 0: see table.glsl, 1: rows, 2: 127 ascending thresholds of each column. Writes 3: records, 4: sums of codes.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"

layout(std430, binding = 1) readonly buffer Rows {
    uint rows[];
};
layout(std430, binding = 2) readonly buffer Thresholds {
    uint thresholds[];
};
layout(std430, binding = 3) writeonly buffer Made {
    uint made[];
};
layout(std430, binding = 4) writeonly buffer Sums {
    uint sums[];
};
layout(location = 12) uniform uint u_masked;
layout(location = 13) uniform uint u_steps;
layout(location = 14) uniform uint u_finer;

uint code_of(uint key, uint axis) {
    uint code = 0u;
    for (uint step = 64u; step > 0u; step >>= 1)
        if (key > thresholds[u_first[2] + axis * 127u + code + step - 1u])
            code += step;
    return code;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n) {
            uint row = rows[u_first[1] + point], mask = 0u, bits = 0u, sum = 0u, word = 0u;
            uint at = u_first[3] + point * RECORD;
            for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
                uint code = code_of(key_of(row, axis), axis);
                sum += code;
                word |= code << (axis % 4u * 8u);
                if (axis % 4u == 3u || axis == DIMENSIONS - 1u) {
                    made[at + 2u + axis / 4u] = word;
                    word = 0u;
                }
                if (axis < u_masked) {
                    uint steps = u_steps + (axis < u_finer ? 1u : 0u);
                    mask |= ((1u << (code * (steps + 1u) / 128u)) - 1u) << bits;
                    bits += steps;
                }
            }
            made[at] = row;
            made[at + 1u] = mask;
            sums[u_first[4] + point] = sum;
        }
    }
}
