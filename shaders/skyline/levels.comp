#version 430
// Finds the first record of each level among sorted records: the first whose mask has that many bits or more.
// Reads 1: see records.glsl. Writes 2: positions.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 2) writeonly buffer Levels {
    uint levels[];
};
layout(location = 12) uniform uint u_points;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint level = own_item(k);
        if (level < n) {
            uint first = 0u, last = u_points;
            while (first < last) {
                uint middle = (first + last) / 2u;
                if (uint(bitCount(word_of(middle, 1u))) < level)
                    first = middle + 1u;
                else
                    last = middle;
            }
            levels[u_first[2] + level] = first;
        }
    }
}
