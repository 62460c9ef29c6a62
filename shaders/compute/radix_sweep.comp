#version 430
// Sorts by a digit in one sweep, stable: tiles find out by a look-back what the tiles before them have of every
// digit, see look_back.glsl, and put their keys where they belong.
// Bindings: radix_scatter.glsl, offsets being where each digit begins in the sorted array. 5: states of the
// tiles, DIGITS words each: a count above two bits that say what it is. At least DIGITS invocations.
// The host defines SPINS and SILENT as for look_back.glsl.
// Source: Adinets, Merrill, "Onesweep: A faster least significant digit radix sort for GPUs", 2022.
#pragma optionNV(unroll all) // NVIDIA: arrays of an invocation in registers; no other driver knows it
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "compute/ticket.glsl"
#include "compute/ballot.glsl"
#include "compute/radix.glsl"
#include "compute/radix_scatter.glsl"
#include "compute/radix_tile.glsl"
#include "compute/radix_tile_scatter.glsl"
#define TOTAL 1u
#define PREFIX 2u
#define WINDOW 4 // tiles that are looked at together, because a look takes long

layout(std430, binding = 5) coherent volatile buffer TileStates {
    uint tile_states[];
};

shared uint s_blocked; // a tile that keeps silent, plus 1; 0: none

// Of the digit that is the invocation's rank:
uint t_before; // keys of it in the tiles from t_position on
uint t_position; // 0: all of them

uint state_index(uint tile) { return u_first[5] + tile * DIGITS + rank(); }

void publish(uint tile, uint count, uint what) {
    if (rank() < DIGITS && !is_silent(tile))
        tile_states[state_index(tile)] = count << 2 | what;
}

void walk() {
    uint spins = 0u;
    while (t_position != 0u && spins < SPINS) {
        uint seen[WINDOW];
        for (uint i = 0u; i < WINDOW; ++i)
            seen[i] = tile_states[state_index(t_position - 1u - min(i, t_position - 1u))];
        bool going = true;
        for (uint i = 0u; i < WINDOW; ++i) {
            going = going && t_position != 0u && seen[i] != 0u;
            if (going) {
                t_before += seen[i] >> 2;
                t_position = (seen[i] & 3u) == PREFIX ? 0u : t_position - 1u;
            }
        }
        spins = going || t_position == 0u ? 0u : spins + 1u;
    }
}

// A silent tile, which is before this one and therefore whole, is counted by who waits for it.
void publish_for(uint tile) {
    if (rank() < DIGITS)
        s_places[rank()] = 0u;
    barrier();
    for (uint step = 0u; step < ITEMS; ++step)
        atomicAdd(s_places[digit_of(order_of(keys[u_first[0] + tile * TILE + own_index(step)]))], 1u);
    barrier();
    if (rank() < DIGITS)
        atomicCompSwap(tile_states[state_index(tile)], 0u, s_places[rank()] << 2 | (tile == 0u ? PREFIX : TOTAL));
    if (rank() == 0u)
        count_fallback();
}

uint look_back(uint tile) {
    t_before = 0u;
    t_position = rank() < DIGITS ? tile : 0u;
    for (;;) {
        if (rank() == 0u)
            s_blocked = 0u;
        barrier();
        walk();
        if (t_position != 0u)
            atomicMax(s_blocked, t_position);
        barrier();
        uint blocked = s_blocked;
        if (blocked == 0u)
            break;
        publish_for(blocked - 1u);
        barrier();
    }
    return t_before;
}

void sweep_tile(uint tile, uint n, bool whole) {
    uint base = tile * TILE;
    load_keys(base, n, whole);
    rank_in_rows(u_shift, u_mask);
    uint count = count_rows();
    publish(tile, count, tile == 0u ? PREFIX : TOTAL);
    uint start = place_rows(count);
    rank_in_tile(u_shift, u_mask);
    put_in_order();
    load_payloads(base, n, whole);
    uint before = look_back(tile);
    publish(tile, before + count, PREFIX);
    if (rank() < DIGITS)
        s_places[rank()] = offsets[u_first[1] + rank()] + before - start;
    barrier();
    store_tile(base, n, whole);
}

void main() {
    uint n = length_of_input();
    uint tile = take_tile();
    if (tile < u_tiles && tile * TILE < n) {
        if (tile * TILE + TILE <= n)
            sweep_tile(tile, n, true);
        else
            sweep_tile(tile, n, false);
    }
}
