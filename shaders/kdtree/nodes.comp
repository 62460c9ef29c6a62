#version 430
// Copies one coordinate of each node from its point.
// Reads 0: a column, 1: the point of each node. Writes 2: nodes, coordinates interleaved.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Column {
    uint column[];
};
layout(std430, binding = 1) readonly buffer Index {
    uint point_index[];
};
layout(std430, binding = 2) writeonly buffer Nodes {
    uint nodes[];
};
layout(location = 12) uniform uint u_dimensions;
layout(location = 13) uniform uint u_axis;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            nodes[u_first[2] + i * u_dimensions + u_axis] = column[u_first[0] + point_index[u_first[1] + i]];
    }
}
