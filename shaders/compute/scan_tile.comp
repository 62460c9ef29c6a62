#version 430
// Scans a tile by each group and adds what comes before it.
// Reads 0: elements, and 1: flags, where SEGMENTED. Writes the next one: results, which may be the elements.
// TOTALS: totals of the tiles. 6: states.
// The host defines BEFORE, where what comes before a tile is taken from, and TOTALS, a binding.
#define FROM_NOWHERE 0 // the total of the tile is written for others to find it
#define FROM_TOTALS 1  // which have been scanned
#define FROM_LOOK_BACK 2
#define RAW_RESULTS (BEFORE == FROM_NOWHERE)
#if SEGMENTED
#define RESULTS 2
#else
#define RESULTS 1
#endif

#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/quad.glsl" // once, for every source
#if SEGMENTED
#include "compute/segments_in.glsl"
#else
#include "compute/elements_in.glsl"
#endif
#include "compute/elements_out.glsl"
#include "compute/tile_results.glsl"
#include "compute/tile.glsl"

#if BEFORE == FROM_LOOK_BACK
#include "compute/look_back.glsl"
#else
layout(std430, binding = TOTALS) buffer Totals {
    Value totals[];
};
#endif

void main() {
    uint n = length_of_input();
    uint tiles = n / TILE + (n % TILE != 0u ? 1u : 0u);
#if BEFORE == FROM_LOOK_BACK
    uint tile = take_tile();
#else
    uint tile = group_index();
#endif
    if (tile < tiles) {
        uint base = tile * TILE;
        Value total = tile_scan(base, n);
#if BEFORE == FROM_LOOK_BACK
        Value before = look_back(tile, total, n);
#ifdef TILE_IN_SHARED_MEMORY
        // A tile that was reduced for another group has taken the place of this one.
        barrier();
        tile_scan(base, n);
#endif
#elif BEFORE == FROM_TOTALS
        Value before = totals[u_first[TOTALS] + tile];
#else
        Value before = IDENTITY;
        if (rank() == 0u)
            totals[u_first[TOTALS] + tile] = total;
#endif
        tile_store(base, n, before);
    }
}
