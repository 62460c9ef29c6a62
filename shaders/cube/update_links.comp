#version 430
// Links the nodes of the new tree.
// Reads 0: levels, 1: changes, both see update.glsl; of the old tree 2: keys, 3: parents. Writes 4: keys, 5: parents,
// 6: first children; of leaves only the element past the last.
#define LEVELS_AT 0
#define CHANGES_AT 1
#define CHANGES_ACCESS readonly
#include "compute/kernel.glsl"
#include "cube/levels.glsl"
#include "cube/update.glsl"
#define insertions() u_inserted
#define insertion_place(k) change(PLACES, k)
#include "cube/insertions.glsl"

layout(std430, binding = 2) restrict readonly buffer OldKeys {
    uint old_keys[];
};
layout(std430, binding = 3) restrict readonly buffer OldParents {
    uint old_parents[];
};
layout(std430, binding = 4) restrict writeonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 5) restrict writeonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 6) restrict writeonly buffer FirstChildren {
    uint first_children[];
};
layout(location = 15) uniform uint u_rows; // of the new tree

shared uint s_parents[TILE + 1u]; // of the nodes of the tile, and of the one before

// Returns the parent of a node. before: how many insertions precede the node.
uint parent_of(uint node, OwnLevel own, uint before, bool inserted) {
    if (inserted)
        return change(PARENTS, before);
    uint moved = before > own.inserted_above ? change(MOVED, before - 1u) : 0u;
    return old_parents[u_first[3] + node - before] + moved;
}

void main() {
    uint n = length_of_input(), begin = group_index() * TILE, lane = gl_LocalInvocationIndex;
    OwnLevel own = own_level(level_of(begin));
    find_insertions(begin);
    if (lane == 0u && begin > own.first) {
        uint before = s_before[0];
        bool inserted = before > 0u && insertion_place(before - 1u) == begin - 1u;
        s_parents[0] = parent_of(begin - 1u, own, inserted ? before - 1u : before, inserted);
    }
    for (uint i = lane; i < TILE && begin + i < n; i += GROUP) {
        uint node = begin + i, before = insertions_before(i);
        bool inserted = is_inserted(i);
        go_to(own, node);
        uint parent = parent_of(node, own, before, inserted);
        uint key = inserted ? change(ENTRIES, before) - of_level(own.number, FIRST_HEADER)
                            : old_keys[u_first[2] + node - before];
        keys[u_first[4] + node] = key;
        parents[u_first[5] + node] = parent;
        s_parents[i + 1u] = parent;
    }
    barrier();
    // The first child of each parent, and past the last parent of a level, the number of children.
    own = own_level(level_of(begin));
    for (uint i = lane; i < TILE && begin + i < n; i += GROUP) {
        uint node = begin + i, parent = s_parents[i + 1u];
        if (node == 0u)
            continue;
        go_to(own, node);
        uint above = u_first[6] + of_level(own.number - 1u, FIRST_NODE) + own.number - 1u + parent;
        if (node == own.first || parent != s_parents[i])
            first_children[above] = node - own.first;
        if (node + 1u == own.end)
            first_children[above + 1u] = node + 1u - own.first;
    }
    if (lane == 0u && begin == 0u)
        first_children[u_first[6] + n + u_levels - 1u] = u_rows;
}
