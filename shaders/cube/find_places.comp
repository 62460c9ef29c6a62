#version 430
// Searches the old nodes for the further nodes of a level: finds the same node, or the one to insert it before.
// Reads 0: old keys, 1: old first children, 2: the level's keys, 3: its parents. Changes 4: places among the old nodes
// of all levels, in the order of the further nodes. Writes 5: 1 for each new node, 0 for each that is there. Adds to 6:
// new nodes before each old one, with one more for each level.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#define NEW 0x80000000u // this bit of a place: there is no such node

layout(std430, binding = 0) readonly buffer OldKeys {
    uint old_keys[];
};
layout(std430, binding = 1) readonly buffer OldChildren {
    uint old_children[];
};
layout(std430, binding = 2) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 3) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 4) buffer Places {
    uint places[];
};
layout(std430, binding = 5) writeonly buffer AreNew {
    uint are_new[];
};
layout(std430, binding = 6) buffer Inserted {
    uint inserted[];
};
layout(location = 12) uniform uint u_level;     // 1 or more
layout(location = 13) uniform uint u_old_first; // old node of this level, among those of all levels
layout(location = 14) uniform uint u_above;     // first further node of the level above
layout(location = 15) uniform uint u_own;       // of this level

// The children of a new node go before those of the node that follows it.
uint place_of(uint parent_place, uint key) {
    uint at = u_first[1] + (parent_place & ~NEW) + u_level - 1u;
    uint first = old_children[at], end = first;
    if ((parent_place & NEW) == 0u)
        end = old_children[at + 1u];
    uint children_end = end;
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (old_keys[u_first[0] + u_old_first + middle] < key)
            first = middle + 1u;
        else
            end = middle;
    }
    bool found = first < children_end && old_keys[u_first[0] + u_old_first + first] == key;
    return u_old_first + first | (found ? 0u : NEW);
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint place = place_of(places[u_first[4] + u_above + parents[u_first[3] + i]], keys[u_first[2] + i]);
            bool is_new = (place & NEW) != 0u;
            places[u_first[4] + u_own + i] = place;
            are_new[u_first[5] + u_own + i] = is_new ? 1u : 0u;
            if (is_new)
                atomicAdd(inserted[u_first[6] + (place & ~NEW) + u_level], 1u);
        }
    }
}
