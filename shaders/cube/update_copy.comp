#version 430
// Copies the counts and values of old nodes to their new places, and makes those of inserted nodes.
// Reads 0: levels, 1: changes, both see update.glsl; of the old tree 2: counts, 3: values; 7: pyramids. Writes
// 4: counts, 5: values, 6: the new number of each old node.
#define LEVELS_AT 0
#define CHANGES_AT 1
#define CHANGES_ACCESS readonly
#define PYRAMIDS_AT 7
#include "compute/kernel.glsl"
#include "cube/levels.glsl"
#include "cube/update.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"
layout(location = 15) uniform uint u_pyramid_items;
layout(location = 16) uniform uint u_pyramid;
#include "cube/pyramids.glsl"
#define insertions() u_inserted
#define insertion_place(k) change(PLACES, k)
#include "cube/insertions.glsl"

layout(std430, binding = 2) restrict readonly buffer OldCounts {
    uint old_counts[];
};
layout(std430, binding = 3) restrict readonly buffer OldValues {
    uvec2 old_values[];
};
layout(std430, binding = 4) restrict writeonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 5) restrict writeonly buffer Values {
    uvec2 values[];
};
layout(std430, binding = 6) restrict writeonly buffer Numbers {
    uint numbers[];
};

void main() {
    uint n = length_of_input(), begin = group_index() * TILE, old_n = n - u_inserted;
    find_insertions(begin);
    for (uint i = gl_LocalInvocationIndex; i < TILE && begin + i < n; i += GROUP) {
        uint node = begin + i, before = insertions_before(i), old = node - before;
        if (is_inserted(i)) {
            uint at = change(NEW_ROWS, before), first = change(FIRST_ROWS, at), end = change(FIRST_ROWS, at + 1u);
            counts[u_first[4] + node] = end - first;
            for (uint m = 0u; m < MEASURES; ++m)
                values[u_first[5] + m * n + node] = fold_items(m, identity_of(folds[m]), first, end);
        } else {
            counts[u_first[4] + node] = old_counts[u_first[2] + old];
            for (uint m = 0u; m < MEASURES; ++m)
                values[u_first[5] + m * n + node] = old_values[u_first[3] + m * old_n + old];
            numbers[u_first[6] + old] = node;
        }
    }
}
