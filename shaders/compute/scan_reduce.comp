#version 430
// The total of a tile by each group.
// Reads 0: elements. Writes 1: totals of the tiles.
#define EXCLUSIVE 0
#define RAW_RESULTS 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/elements_in.glsl"
#include "compute/elements_out.glsl"
#include "compute/tile.glsl"

layout(std430, binding = 1) writeonly buffer Totals {
    Value totals[];
};

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < n / TILE + (n % TILE != 0u ? 1u : 0u)) {
        Value total = tile_total(tile * TILE, n);
        if (rank() == 0u)
            totals[u_first[1] + tile] = total;
    }
}
