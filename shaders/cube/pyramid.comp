#version 430
// Folds every FANOUT adjacent values of a pyramid level into one value of the level above.
// Changes 0: pyramids.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"

layout(std430, binding = 0) buffer Pyramids {
    uvec2 pyramids[];
};
layout(location = 12) uniform uint u_pyramid; // elements of each
layout(location = 13) uniform uint u_below;   // where the values begin
layout(location = 14) uniform uint u_size;    // values

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint block = own_item(k);
        if (block < n) {
            for (uint m = 0u; m < MEASURES; ++m) {
                uint below = u_first[0] + m * u_pyramid + u_below;
                uvec2 value = identity_of(folds[m]);
                for (uint i = block * FANOUT; i < min(block * FANOUT + FANOUT, u_size); ++i)
                    value = folded(folds[m], value, pyramids[below + i]);
                pyramids[below + u_size + block] = value;
            }
        }
    }
}
