#version 430
// Classifies segments by size: those that a group of some shape can sort, and long ones.
// Reads 0: offsets. Writes 1: counts, the number of segments of each kind, then of the long ones' tiles, or keys
// if there are no tiles; all are 0 before. 2: segments, a list for each kind but the long one, in any order; the
// stride between lists is the number of segments. 5: counts of the next run, cleared.
// The host defines TILE. If not 0: writes 3: a table of the long segments, see segment_table.glsl. If 0: writes
// 3: firsts, where the long ones begin, and 4: their sizes, in the same order.
#include "compute/kernel.glsl"
#define SHAPES 4
#define LONG SHAPES
#define KINDS (SHAPES + 1)

layout(std430, binding = 0) readonly buffer Offsets {
    uint offsets[];
};
layout(std430, binding = 1) coherent buffer Counts {
    uint counts[];
};
layout(std430, binding = 2) writeonly buffer Segments {
    uint segments[];
};
layout(std430, binding = 5) writeonly buffer NextCounts {
    uint next_counts[];
};
layout(location = 12) uniform uint u_keys; // of all segments
layout(location = 13) uniform uint u_most[SHAPES]; // most keys for a group of each shape, ascending; 0: none

shared uint s_counts[KINDS + 1];
shared uint s_places[KINDS + 1]; // where this group's segments go in each list, then their tiles or keys

#if TILE
#include "compute/segment_table.glsl"
layout(std430, binding = 3) writeonly buffer Table {
    uint table[];
};
layout(location = 17) uniform uint u_tiles; // room in the table
layout(location = 18) uniform uint u_longs;

// The group's long segments, in the order of the list:
shared uint s_firsts[GROUP];
shared uint s_sizes[GROUP];
shared uint s_tiles[GROUP];

uint units_of(uint size) { return size / TILE + (size % TILE != 0u ? 1u : 0u); }

void keep_long(uint place, uint first, uint size, uint tile) {
    s_firsts[place] = first;
    s_sizes[place] = size;
    s_tiles[place] = tile;
}

void list_segment(uint i) {
    uint number = s_places[LONG] + i, first_tile = s_places[KINDS] + s_tiles[i];
    uint tiles = units_of(s_sizes[i]);
    if (number < u_longs && first_tile + tiles <= u_tiles) {
        for (uint tile = gl_LocalInvocationIndex; tile < tiles; tile += GROUP) {
            uint entry = u_first[3] + TABLE_WORDS * (first_tile + tile);
            table[entry + TABLE_TILE] = first_tile;
            table[entry + TABLE_FIRST] = s_firsts[i];
            table[entry + TABLE_SIZE] = s_sizes[i];
            table[entry + TABLE_NUMBER] = number;
        }
        for (uint j = gl_LocalInvocationIndex; j < SEGMENT_COUNTS; j += GROUP)
            table[u_first[3] + counts_of_segment(number, u_tiles) + j] = 0u;
    }
}

void list_long() {
    for (uint i = 0u; i < s_counts[LONG]; ++i)
        list_segment(i);
}
#else
layout(std430, binding = 3) writeonly buffer Firsts {
    uint firsts[];
};
layout(std430, binding = 4) writeonly buffer Sizes {
    uint sizes[];
};

uint units_of(uint size) { return size; }

void keep_long(uint place, uint first, uint size, uint key) {
    firsts[u_first[3] + s_places[LONG] + place] = first;
    sizes[u_first[4] + s_places[LONG] + place] = size;
}

void list_long() {}
#endif

void main() {
    uint segment_count = length_of_input();
    uint segment = group_index() * GROUP + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex <= KINDS)
        s_counts[gl_LocalInvocationIndex] = 0u;
    if (segment <= KINDS)
        next_counts[u_first[5] + segment] = 0u;
    barrier();
    uint first = 0u, size = 0u, kind = 0u, place = 0u, unit = 0u;
    if (segment < segment_count) {
        first = min(offsets[u_first[0] + segment], u_keys);
        size = clamp(offsets[u_first[0] + segment + 1u], first, u_keys) - first;
        kind = LONG;
        for (uint shape = SHAPES; shape > 0u; --shape)
            kind = size <= u_most[shape - 1u] ? shape - 1u : kind;
        if (size != 0u)
            place = atomicAdd(s_counts[kind], 1u);
        if (size != 0u && kind == LONG)
            unit = atomicAdd(s_counts[KINDS], units_of(size));
    }
    barrier();
    if (gl_LocalInvocationIndex <= KINDS)
        s_places[gl_LocalInvocationIndex] =
            atomicAdd(counts[u_first[1] + gl_LocalInvocationIndex], s_counts[gl_LocalInvocationIndex]);
    barrier();
    if (size != 0u) {
        if (kind == LONG)
            keep_long(place, first, size, unit);
        else
            segments[u_first[2] + kind * segment_count + s_places[kind] + place] = segment;
    }
    barrier();
    list_long();
}
