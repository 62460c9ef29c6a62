#version 430
// Marks rows in sorted order whose second key is less than all before their run.
// Reads 0: second keys, 1: the least of them before each, 2: where each run begins, 3: rows. Writes 4: marks.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Second {
    uint second_keys[];
};
layout(std430, binding = 1) readonly buffer Before {
    uint least_before[];
};
layout(std430, binding = 2) readonly buffer Heads {
    uint heads[];
};
layout(std430, binding = 3) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 4) writeonly buffer Marks {
    uint marks[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint head = heads[u_first[2] + i];
            if (head == 0u || second_keys[u_first[0] + i] < least_before[u_first[1] + head])
                marks[u_first[4] + order[u_first[3] + i]] = 1u;
        }
    }
}
