#version 430
// Finds runs of equal rows in an order.
// Reads 0: see table.glsl, 1: rows in order. Writes 2: the position of the first row of a run, 0 for the others;
// 3: flags of the first rows.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"

layout(std430, binding = 1) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 2) writeonly buffer Leaders {
    uint leaders[];
};
layout(std430, binding = 3) writeonly buffer Flags {
    uint flags[];
};

bool is_equal(uint p, uint q) {
    bool equal = true;
    for (uint axis = 0u; axis < DIMENSIONS; ++axis)
        equal = equal && key_of(p, axis) == key_of(q, axis);
    return equal;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint at = u_first[1] + i;
            bool leads = i == 0u || !is_equal(order[at], order[at - 1u]);
            leaders[u_first[2] + i] = leads ? i : 0u;
            flags[u_first[3] + i] = leads ? 1u : 0u;
        }
    }
}
