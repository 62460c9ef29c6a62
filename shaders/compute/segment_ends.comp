#version 430
// Gathers the result of each segment: the value of the inclusive scan at its last element.
// Reads 0: scanned elements, 1: offsets. Writes 2: results.
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Sums {
    T sums[];
};
layout(std430, binding = 1) readonly buffer Offsets {
    uint offsets[];
};
layout(std430, binding = 2) writeonly buffer Results {
    T results[];
};
layout(location = 12) uniform uint u_size; // of the scanned elements

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint begin = offsets[u_first[1] + i];
            uint end = min(offsets[u_first[1] + i + 1u], u_size);
            T result = memory_of(PLAIN_IDENTITY);
            if (begin < end)
                result = sums[u_first[0] + end - 1u];
            results[u_first[2] + i] = result;
        }
    }
}
