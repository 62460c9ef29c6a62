#version 430
// Folds new rows into the old nodes that they touch.
// Reads 0: levels, 1: changes, both see update.glsl, 2: pyramids. Changes 3: counts, 4: values.
#define LEVELS_AT 0
#define CHANGES_AT 1
#define CHANGES_ACCESS readonly
#define PYRAMIDS_AT 2
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"
#include "cube/update.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"
layout(location = 15) uniform uint u_pyramid_items;
layout(location = 16) uniform uint u_pyramid;
layout(location = 17) uniform uint u_nodes; // of the new tree
#include "cube/pyramids.glsl"

layout(std430, binding = 3) buffer Counts {
    uint counts[];
};
layout(std430, binding = 4) buffer Values {
    uvec2 values[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint node = change(NUMBERS, i), at = change(OLD_ROWS, i);
            uint first = change(FIRST_ROWS, at), end = change(FIRST_ROWS, at + 1u);
            counts[u_first[3] + node] += end - first;
            for (uint m = 0u; m < MEASURES; ++m) {
                uint value = u_first[4] + m * u_nodes + node;
                values[value] = fold_items(m, values[value], first, end);
            }
        }
    }
}
