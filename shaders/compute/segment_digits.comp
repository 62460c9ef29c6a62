#version 430
#pragma optionNV(unroll all) // NVIDIA; other drivers ignore it
// Counts each digit of every pass in every long segment. Clears the states of the sweeps. Each group takes
// TILES neighbouring tiles, most of them of one segment.
// Reads 0: keys. Adds to 1: the table, see segment_table.glsl. Writes 2: states of the sweeps, those of a tile for
// all passes side by side. The length is the number of tiles.
// The host defines TILES and ITEMS (per invocation in a tile).
#define ELEMENT 0
#include "compute/kernel.glsl"
#include "compute/element.glsl"
#include "compute/radix.glsl"
#include "compute/radix_counts.glsl"
#include "compute/segment_table.glsl"
#define TILE (GROUP * ITEMS)
#define TILE_STATES (PASSES * DIGITS)

layout(std430, binding = 0) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 1) coherent buffer Table {
    uint table[];
};
layout(std430, binding = 2) writeonly buffer States {
    uint states[];
};

void count_tile(uint base, uint end) {
    uint own[ITEMS];
    for (uint step = 0u; step < ITEMS; ++step) {
        uint index = base + step * GROUP + gl_LocalInvocationIndex;
        own[step] = index < end ? keys[u_first[0] + index] : 0u;
    }
    for (uint step = 0u; step < ITEMS; ++step) {
        if (base + step * GROUP + gl_LocalInvocationIndex < end)
            count_key(own[step]);
    }
}

// Every invocation must call this: it contains barriers.
void add_counts(uint number) {
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < PASSES * DIGITS; i += GROUP) {
        if (s_counts[i] != 0u)
            atomicAdd(table[u_first[1] + counts_of_segment(number, u_tiles) + i], s_counts[i]);
        s_counts[i] = 0u;
    }
    barrier();
}

void main() {
    uint first_tile = group_index() * TILES, end_tile = min(first_tile + TILES, length_of_input());
    clear_counts();
    barrier();
    for (uint tile = first_tile; tile < end_tile; ++tile) {
        for (uint i = gl_LocalInvocationIndex; i < TILE_STATES; i += GROUP)
            states[u_first[2] + tile * TILE_STATES + i] = 0u;
        uint entry = u_first[1] + TABLE_WORDS * tile;
        uint first = table[entry + TABLE_FIRST], number = table[entry + TABLE_NUMBER];
        count_tile(first + (tile - table[entry + TABLE_TILE]) * TILE, first + table[entry + TABLE_SIZE]);
        if (tile + 1u == end_tile || table[entry + TABLE_WORDS + TABLE_NUMBER] != number)
            add_counts(number);
    }
}
