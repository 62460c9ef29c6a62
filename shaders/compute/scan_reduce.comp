#version 430
// The total of a tile by each group.
// Reads 0: elements, and 1: flags where those that are selected are counted. Writes TOTALS: totals of the tiles.
// The host defines TOTALS, a binding, and COUNTS: the values are those of selection.glsl.
#define EXCLUSIVE 0
#define RAW_RESULTS 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/quad.glsl" // once, for both
#if COUNTS
#include "compute/selection.glsl"
void store_value(uint index, uint n, Value value, Value result) {}
void store_quad(uint index, uint n, Quad values, Quad results, bool whole) {}
#else
#include "compute/elements_in.glsl"
#include "compute/elements_out.glsl"
#endif
#include "compute/tile.glsl"

layout(std430, binding = TOTALS) writeonly buffer Totals {
    Value totals[];
};

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < n / TILE + (n % TILE != 0u ? 1u : 0u)) {
        Value total = tile_total(tile * TILE, n);
        if (rank() == 0u)
            totals[u_first[TOTALS] + tile] = total;
    }
}
