#version 430
// Inverts an order: computes each point's position in it.
// Reads 0: the order. Writes 1: ranks.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) writeonly buffer Ranks {
    uint ranks[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            ranks[u_first[1] + order[u_first[0] + i]] = i;
    }
}
