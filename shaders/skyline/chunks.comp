#version 430
// Counts the chunks of each cell, of WIDTH records or fewer; one more cell has none.
// Reads and writes 0: see cells.glsl. The host defines WIDTH.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) buffer Cells {
    uint cells[];
};
layout(location = 12) uniform uint u_points;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint cell = own_item(k), at = u_first[0] + cell;
        if (cell + 1u < n) {
            uint end = cell + 2u < n ? cells[at + 1u] : u_points;
            cells[at + n] = (end - cells[at] + WIDTH - 1u) / WIDTH;
        } else if (cell < n) {
            cells[at] = u_points;
            cells[at + n] = 0u;
        }
    }
}
