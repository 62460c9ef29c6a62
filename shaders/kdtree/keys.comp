#version 430
// Computes the keys of points from one coordinate, in a given order.
// Reads 0: a column, 1: the order, 2: points. Writes 3: keys.
// The host defines INDIRECT: key i is that of 0: point i; 1: point order[i]; 2: point points[order[i]].
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "points/coordinate.glsl"

layout(std430, binding = 0) readonly buffer Column {
    uint column[];
};
layout(std430, binding = 1) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 2) readonly buffer Points {
    uint points[];
};
layout(std430, binding = 3) writeonly buffer Keys {
    uint keys[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint point = i;
#if INDIRECT > 0
            point = order[u_first[1] + point];
#endif
#if INDIRECT > 1
            point = points[u_first[2] + point];
#endif
            keys[u_first[3] + i] = key_of_bits(column[u_first[0] + point]);
        }
    }
}
