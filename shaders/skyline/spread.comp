#version 430
// Marks rows whose leaders are marked: see leaders.comp.
// Reads 0: rows in order, 1: where the leader of each is. Reads and writes 2: marks; those of leaders stay.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer Leaders {
    uint leaders[];
};
layout(std430, binding = 2) buffer Marks {
    uint marks[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint leader = leaders[u_first[1] + i];
            if (leader != i)
                marks[u_first[2] + order[u_first[0] + i]] = marks[u_first[2] + order[u_first[0] + leader]];
        }
    }
}
