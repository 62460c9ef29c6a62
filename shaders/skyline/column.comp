#version 430
// Extracts one column of the rows in an order.
// Reads 0: see table.glsl, 1: see records.glsl. Writes 2: a column.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"

layout(std430, binding = 2) writeonly buffer Column {
    uint column[];
};
layout(location = 12) uniform uint u_axis;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint point = own_item(k);
        if (point < n)
            column[u_first[2] + point] = key_of(row_of(point), u_axis);
    }
}
