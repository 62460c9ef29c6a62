#version 430
// Flags the points in a range that nodes name.
// Reads 0: the points that nodes name. Writes 1: flags, but only those that are 1.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Index {
    uint point_index[];
};
layout(std430, binding = 1) writeonly buffer Named {
    uint named[];
};
layout(location = 12) uniform uint u_first_point;
layout(location = 13) uniform uint u_rows;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            uint row = point_index[u_first[0] + node] - u_first_point; // wraps past all rows if before them
            if (row < u_rows)
                named[u_first[1] + row] = 1u;
        }
    }
}
