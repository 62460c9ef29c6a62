#version 430
// Turns side links from positions among the nodes below the root into node numbers in their levels, and finds where
// those of each key begin.
// Reads 0: levels, 1: the header entries of the nodes below the root, sorted. Changes 2: side links, the root's
// included. Writes 3: header tables.
#define LEVELS_AT 0
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 1) readonly buffer Entries {
    uint entries[];
};
layout(std430, binding = 2) buffer SideLinks {
    uint side_links[];
};
layout(std430, binding = 3) writeonly buffer Headers {
    uint headers[];
};
layout(location = 13) uniform uint u_headers;

// Counts the nodes below the root whose entries come before this one.
uint nodes_before(uint entry) {
    uint first = 0u, end = of_level(u_levels, FIRST_NODE) - 1u;
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (entries[u_first[1] + middle] < entry)
            first = middle + 1u;
        else
            end = middle;
    }
    return first;
}

void link(uint i) {
    if (i == 0u)
        side_links[u_first[2]] = 0u;
    else
        side_links[u_first[2] + i] += 1u - of_level(level_of(i), FIRST_NODE);
}

void begin(uint entry) {
    uint level = 1u;
    while (level + 1u < u_levels && entry >= of_level(level + 1u, FIRST_HEADER))
        ++level;
    headers[u_first[3] + entry] = nodes_before(entry) + 1u - of_level(level, FIRST_NODE);
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n && i < of_level(u_levels, FIRST_NODE))
            link(i);
        if (i < n && i < u_headers)
            begin(i);
    }
}
