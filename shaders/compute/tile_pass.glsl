// A tile by each group: scanned, and what comes before it found. Needs tile.glsl.
// Reads or writes TOTALS: totals of the tiles. 6: states.
// The host defines BEFORE, where what comes before a tile is taken from, and TOTALS, a binding.
#define FROM_NOWHERE 0 // the total of the tile is written for others to find it
#define FROM_TOTALS 1  // which have been scanned
#define FROM_LOOK_BACK 2

#if BEFORE == FROM_LOOK_BACK
#include "compute/look_back.glsl"
#else
layout(std430, binding = TOTALS) buffer Totals {
    Value totals[];
};
uint take_tile() { return group_index(); }
#endif

uint tile_count(uint n) { return n / TILE + (n % TILE != 0u ? 1u : 0u); }

// Goes before tile_store(); every invocation calls it.
Value tile_before(uint tile, uint n, out Value total) {
    uint base = tile * TILE;
    total = tile_scan(base, n);
#if BEFORE == FROM_LOOK_BACK
    Value before = look_back(tile, total, n);
#ifdef TILE_IN_SHARED_MEMORY
    // A tile that was reduced for another group has taken the place of this one.
    barrier();
    tile_scan(base, n);
#endif
    return before;
#elif BEFORE == FROM_TOTALS
    return totals[u_first[TOTALS] + tile];
#else
    if (rank() == 0u)
        totals[u_first[TOTALS] + tile] = total;
    return IDENTITY;
#endif
}
