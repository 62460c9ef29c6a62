// Moves elements by indices. Needs kernel.glsl and moved.glsl. The includer defines move().
// Reads 0: elements, 1: indices. Writes 2: results.
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Elements {
    T elements[];
};
layout(std430, binding = 1) readonly buffer Indices {
    uint indices[];
};
layout(std430, binding = 2) writeonly buffer Results {
    T results[];
};
layout(location = 12) uniform uint u_size; // of the indexed array; indices beyond it move nothing

void move(uint i, uint index);

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            move(i, indices[u_first[1] + i]);
    }
}
