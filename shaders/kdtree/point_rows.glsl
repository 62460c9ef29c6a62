// A range of the tree's points, and the point that each node names. Needs kernel.glsl.
// Reads 1: the points that nodes name, 2: interleaved coordinates of the range, as bits.
#include "kdtree/super_key.glsl"

layout(std430, binding = 1) readonly buffer Index {
    uint point_index[];
};
layout(std430, binding = 2) readonly buffer Rows {
    uint rows[];
};
layout(location = 12) uniform uint u_first_point; // the point in row 0

uint key_of_point(uint row, uint axis) { return key_of_bits(rows[u_first[2] + row * DIMENSIONS + axis]); }
