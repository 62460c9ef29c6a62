#version 430
// Counts the sorted elements that come before each query.
// Reads 0: sorted elements, 1: queries. Writes 2: positions, which may alias the queries.
// The host defines BOUND: LOWER or UPPER.
#define LOWER 0 // elements equal to the query do not come before it
#define UPPER 1 // they do
#include "compute/kernel.glsl"
#include "compute/compared.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Sorted {
    T sorted_elements[];
};
layout(std430, binding = 1) readonly buffer Queries {
    T queries[];
};
layout(std430, binding = 2) writeonly buffer Positions {
    uint positions[];
};
layout(location = 12) uniform uint u_size; // of the sorted elements

bool comes_before(Value element, Value query) {
#if BOUND == UPPER
    return element <= query;
#else
    return element < query;
#endif
}

uint position_of(Value query) {
    uint low = 0u, high = u_size;
    while (low < high) {
        uint middle = low + (high - low) / 2u;
        if (comes_before(value_of(sorted_elements[u_first[0] + middle]), query))
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            positions[u_first[2] + i] = position_of(value_of(queries[u_first[1] + i]));
    }
}
