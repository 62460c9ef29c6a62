#version 430
// Extracts one coordinate from interleaved points.
// Reads 0: points. Writes 1: a column.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Points {
    uint points[];
};
layout(std430, binding = 1) writeonly buffer Column {
    uint column[];
};
layout(location = 12) uniform uint u_dimensions;
layout(location = 13) uniform uint u_axis;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            column[u_first[1] + i] = points[u_first[0] + i * u_dimensions + u_axis];
    }
}
