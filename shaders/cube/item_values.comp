#version 430
// Gathers each measure in the order of items, as the lowest level of a pyramid.
// Reads 0: order, 1: measures. Writes 2: pyramids.
#include "compute/kernel.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer Measures {
    uvec2 measures[];
};
layout(std430, binding = 2) writeonly buffer Pyramids {
    uvec2 pyramids[];
};
layout(location = 12) uniform uint u_pyramid; // elements of each

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint place = own_item(k);
        if (place < n) {
            uint item = order[u_first[0] + place];
            for (uint m = 0u; m < MEASURES; ++m)
                pyramids[u_first[2] + m * u_pyramid + place] = measures[u_first[1] + m * n + item];
        }
    }
}
