#version 430
// Finds the places of inserted nodes among the side links, and merges the header tables.
// Reads 0: levels, 1: changes, both see update.glsl, 2: the entries of inserted nodes, sorted, 3: the inserted nodes in
// that order; of the old tree 4: header tables, 5: side links. Writes 6: places in the order of entries, 7: header
// tables.
#define LEVELS_AT 0
#define CHANGES_AT 1
#define CHANGES_ACCESS readonly
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"
#include "cube/update.glsl"

layout(std430, binding = 2) readonly buffer Entries {
    uint entries[];
};
layout(std430, binding = 3) readonly buffer Inserted {
    uint inserted[];
};
layout(std430, binding = 4) readonly buffer OldHeaders {
    uint old_headers[];
};
layout(std430, binding = 5) readonly buffer OldSideLinks {
    uint old_side_links[];
};
layout(std430, binding = 6) writeonly buffer SidePlaces {
    uint side_places[];
};
layout(std430, binding = 7) writeonly buffer Headers {
    uint headers[];
};
layout(location = 15) uniform uint u_headers;

uint level_of_entry(uint entry) {
    uint level = 1u;
    while (level + 1u < u_levels && entry >= of_level(level + 1u, FIRST_HEADER))
        ++level;
    return level;
}

// The first old side link of a key, in its level. A key that the old dictionary lacks has none, at the end.
uint old_begin(uint level, uint key) {
    uint first = of_old_level(level, FIRST_HEADER), size = of_old_level(level + 1u, FIRST_HEADER) - first;
    return old_headers[u_first[4] + first + min(key, size - 1u)];
}

// Nodes with one key are ordered by number.
void place(uint i) {
    uint entry = entries[u_first[2] + i], level = level_of_entry(entry), key = entry - of_level(level, FIRST_HEADER);
    uint number = inserted[u_first[3] + i], first_node = of_old_level(level, FIRST_NODE);
    uint next_old = change(PLACES, number) - number - first_node;
    uint first = old_begin(level, key), end = old_begin(level, key + 1u);
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (old_side_links[u_first[5] + first_node + middle] < next_old)
            first = middle + 1u;
        else
            end = middle;
    }
    side_places[u_first[6] + i] = first_node + first + i;
}

void begin(uint entry) {
    uint level = level_of_entry(entry), first = 0u, end = u_inserted;
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (entries[u_first[2] + middle] < entry)
            first = middle + 1u;
        else
            end = middle;
    }
    headers[u_first[7] + entry] =
        old_begin(level, entry - of_level(level, FIRST_HEADER)) + first - inserted_above(level);
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n && i < u_inserted)
            place(i);
        if (i < n && i < u_headers)
            begin(i);
    }
}
