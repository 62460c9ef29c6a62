// Each group scans a tile and finds the total before it. Needs tile.glsl.
// Reads or writes TOTALS: totals of the tiles. 6: states.
// The host defines BEFORE, see before.glsl, and TOTALS, a binding.
#include "compute/before.glsl"

#if BEFORE == FROM_LOOK_BACK
#include "compute/look_back.glsl"
#else
layout(std430, binding = TOTALS) buffer Totals {
    Value totals[];
};
uint take_tile() { return group_index(); }
#endif

// Call it after tile_store().
void end_tile(uint tile) {
#if BEFORE == FROM_LOOK_BACK
    watch_end(tile);
#endif
}

// Call it before tile_store(), from every invocation.
Value tile_before(uint tile, uint n, out Value total) {
    uint base = tile * TILE;
#if BEFORE == FROM_LOOK_BACK
    watch(tile, 0u);
#endif
    total = tile_scan(base, n);
#if BEFORE == FROM_LOOK_BACK
    Value before = look_back(tile, total, n);
#ifdef TILE_IS_KEPT
    // Reducing a tile for another group has overwritten this one.
    if (t_fell_back) {
        barrier();
        tile_scan(base, n);
    }
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
