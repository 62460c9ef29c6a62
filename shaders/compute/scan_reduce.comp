#version 430
// Computes the total of a tile in each group.
// Reads 0: elements, 1: flags of selected elements or of segments. Writes TOTALS: totals of the tiles.
// The host defines TOTALS, a binding, and COUNTS: the values are those of selection.glsl.
#define EXCLUSIVE 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/quad.glsl" // once, for every source
#if COUNTS
#include "compute/selection.glsl"
#elif SEGMENTED
#include "compute/segments_in.glsl"
#else
#include "compute/elements_in.glsl"
#endif

// Only totals are needed.
void store_value(uint index, uint n, Value value, Value result) {}
void store_quad(uint index, uint n, Quad values, Quad results, bool whole) {}
#include "compute/tile.glsl"

layout(std430, binding = TOTALS) writeonly buffer Totals {
    Value totals[];
};

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < tile_count(n)) {
        Value total = tile_total(tile * TILE, n);
        if (rank() == 0u)
            totals[u_first[TOTALS] + tile] = total;
    }
}
