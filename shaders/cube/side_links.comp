#version 430
// Turns positions among the nodes below the root into numbers in their levels.
// Reads 0: levels. Changes 1: side links, of the root too.
#define LEVELS_AT 0
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"

layout(std430, binding = 1) buffer SideLinks {
    uint side_links[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint link = own_item(k);
        if (link == 0u)
            side_links[u_first[1]] = 0u;
        else if (link < n)
            side_links[u_first[1] + link] += 1u - of_level(level_of(link), FIRST_NODE);
    }
}
