#version 430
// Marks the rows of records as the skyline's.
// Reads 1: see records.glsl. Writes 2: marks.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 2) writeonly buffer Marks {
    uint marks[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n)
            marks[u_first[2] + row_of(point)] = 1u;
    }
}
