#version 430
// Merges the side links.
// Reads 0: levels, 1: changes, both see update.glsl, 2: places of the inserted nodes among the side links, 3: the
// inserted nodes in that order, 4: side links of the old tree, 5: the new number of each old node. Writes 6: side links.
#define LEVELS_AT 0
#define CHANGES_AT 1
#define CHANGES_ACCESS readonly
#include "compute/kernel.glsl"
#include "cube/levels.glsl"
#include "cube/update.glsl"
layout(std430, binding = 2) restrict readonly buffer SidePlaces {
    uint side_places[];
};
#define insertions() u_inserted
#define insertion_place(k) side_places[u_first[2] + (k)]
#include "cube/insertions.glsl"

layout(std430, binding = 3) restrict readonly buffer Inserted {
    uint inserted[];
};
layout(std430, binding = 4) restrict readonly buffer OldSideLinks {
    uint old_side_links[];
};
layout(std430, binding = 5) restrict readonly buffer Numbers {
    uint numbers[];
};
layout(std430, binding = 6) restrict writeonly buffer SideLinks {
    uint side_links[];
};

void main() {
    uint n = length_of_input(), begin = group_index() * TILE;
    OwnLevel own = own_level(level_of(begin));
    find_insertions(begin);
    for (uint i = gl_LocalInvocationIndex; i < TILE && begin + i < n; i += GROUP) {
        uint at = begin + i, before = insertions_before(i);
        go_to(own, at);
        uint node = is_inserted(i) ? change(PLACES, inserted[u_first[3] + before])
                                   : numbers[u_first[5] + own.first - own.inserted_above +
                                             old_side_links[u_first[4] + at - before]];
        side_links[u_first[6] + at] = node - own.first;
    }
}
