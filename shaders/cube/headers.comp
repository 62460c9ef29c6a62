#version 430
// Finds where the side links of each key begin, in those of its level.
// Reads 0: the entries that the nodes below the root belong to, sorted, 1: levels. Writes 2: header tables.
#define LEVELS_AT 1
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 0) readonly buffer Entries {
    uint entries[];
};
layout(std430, binding = 2) writeonly buffer Headers {
    uint headers[];
};

// Counts the nodes below the root whose entries come before this one.
uint nodes_before(uint entry) {
    uint first = 0u, end = of_level(u_levels, FIRST_NODE) - 1u;
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (entries[u_first[0] + middle] < entry)
            first = middle + 1u;
        else
            end = middle;
    }
    return first;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint entry = own_item(k);
        if (entry < n) {
            uint level = 1u;
            while (level + 1u < u_levels && entry >= of_level(level + 1u, FIRST_HEADER))
                ++level;
            headers[u_first[2] + entry] = nodes_before(entry) + 1u - of_level(level, FIRST_NODE);
        }
    }
}
