#version 430
// Scans a tile in each group and adds the total before it.
// Reads 0: elements, 1 if SEGMENTED: flags. Writes the next binding: results, which may alias the elements.
// TOTALS: totals of the tiles. 6: states.
// The host defines BEFORE and TOTALS as in tile_pass.glsl.
#pragma optionNV(unroll all) // NVIDIA: keeps a tile in registers; other drivers ignore it
#include "compute/before.glsl"
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

// Stores the results of tile.glsl as the output.
void store_value(uint index, uint n, Value value, Value result) { store_result(index, n, result); }
void store_quad(uint index, uint n, Quad values, Quad results, bool whole) {
    store_results(index, n, results, whole);
}
#include "compute/tile.glsl"
#include "compute/tile_pass.glsl"

void main() {
    uint n = length_of_input();
    uint tile = take_tile();
    if (tile < tile_count(n)) {
        Value total;
        Value before = tile_before(tile, n, total);
        tile_store(tile * TILE, n, before);
        end_tile(tile);
    }
}
