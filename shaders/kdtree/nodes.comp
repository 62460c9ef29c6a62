#version 430
// Takes one coordinate of the nodes of a tree from the points that they are.
// Reads 0: a column, 1: the points. Writes 2: nodes, one after the other.
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
