#version 430
// Scatters a tile of keys to their places in the order of the current digit. Stable.
// Bindings: see radix_scatter.glsl.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "compute/ballot.glsl"
#include "compute/radix.glsl"
#include "compute/radix_scatter.glsl"
#include "compute/radix_tile.glsl"
#include "compute/radix_tile_scatter.glsl"

void scatter_tile(uint tile, uint n, bool whole) {
    uint base = tile * TILE;
    load_keys(base, n, whole);
    count_rows(u_shift, u_mask);
    place_rows();
    rank_in_tile(u_shift, u_mask);
    if (has_digits()) {
        for (uint i = 0u; i < OWN_DIGITS; ++i)
            s_places[own_digit(i)] = offsets[u_first[1] + own_digit(i) * u_tiles + tile] - t_starts[i];
    }
    put_in_order(0u);
#if PARTS == 1
    load_payloads(base, n, whole);
#endif
    store_tile(base, n, whole);
}

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < u_tiles && tile * TILE < n) {
        if (tile * TILE + TILE <= n)
            scatter_tile(tile, n, true);
        else
            scatter_tile(tile, n, false);
    }
}
