#version 430
// Selects the nodes of a level that have enough rows, and whose keys on the path to the root meet all conditions.
// Reads 0: request, 1: keys, 2: parents, 3: counts. Writes 4: each node, numbered in its level, or NONE.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/group_request.glsl"

layout(std430, binding = 1) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 2) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 3) readonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 4) writeonly buffer Selected {
    uint selected[];
};
layout(location = 15) uniform uint u_least_rows;

bool meets_all(uint node) {
    for (uint level = u_level; level >= u_highest; --level) {
        uint at = of_level(level, FIRST_NODE) + node;
        if (!meets(level, keys[u_first[1] + at]))
            return false;
        node = parents[u_first[2] + at];
    }
    return true;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            bool enough = counts[u_first[3] + of_level(u_level, FIRST_NODE) + node] >= u_least_rows;
            selected[u_first[4] + node] = enough && meets_all(node) ? node : NONE;
        }
    }
}
