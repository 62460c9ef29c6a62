#version 430
// Sorts by one digit in a single sweep. Stable. A look-back, see look_back.glsl, gives each tile the count of every
// digit in earlier tiles; the tile then scatters its keys.
// Bindings: see radix_scatter.glsl; offsets: see below. 5: states of the tiles, DIGITS words each: a
// count above two bits that hold TOTAL or PREFIX, 0 if not yet published.
// The host defines SPINS and SILENT as for look_back.glsl. There are no tickets: they would take a few percent of the
// time, and if groups start in another order than their tiles', one counts a silent tile in place of its group.
// Source: Adinets, Merrill, "Onesweep: A faster least significant digit radix sort for GPUs", 2022.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "compute/silent_tile.glsl"
#include "compute/watch.glsl"
#include "compute/ballot.glsl"
#include "compute/radix.glsl"
#include "compute/radix_scatter.glsl"
#include "compute/radix_tile.glsl"
#include "compute/radix_tile_scatter.glsl"

// The keys that a sweep sorts together: all or, if SEGMENTS, those of a long segment. offsets: where each digit begins
// in the sorted array; if SEGMENTS, the table of segment_table.glsl, and the length is the number of its tiles. The
// host defines SEGMENTS and PASSES.
uint t_first_key, t_end_key;
uint t_first_tile;

#if SEGMENTS
#include "compute/segment_table.glsl"
#define TILE_STATES (PASSES * DIGITS) // distance between the states of tiles
layout(location = 15) uniform uint u_pass;
uint t_counts_at;

// Turns the number of a tile into that in its stretch. Returns false if there is no such tile.
bool find_stretch(inout uint tile) {
    bool there = tile < length_of_input();
    if (there) {
        uint entry = u_first[1] + TABLE_WORDS * tile;
        t_first_tile = offsets[entry + TABLE_TILE];
        t_first_key = offsets[entry + TABLE_FIRST];
        t_end_key = t_first_key + offsets[entry + TABLE_SIZE];
        t_counts_at =
            u_first[1] + counts_of_segment(offsets[entry + TABLE_NUMBER], u_tiles) + u_pass * DIGITS;
        tile = min(tile - t_first_tile, (t_end_key - t_first_key) / TILE); // bounds the look-back
    }
    return there;
}

// The start of each of the invocation's digits in the sorted array. Contains barriers.
void find_digits(out uint starts[OWN_DIGITS]) {
    uint sum = 0u;
    for (uint i = 0u; i < OWN_DIGITS; ++i) {
        starts[i] = sum;
        sum += has_digits() ? offsets[t_counts_at + own_digit(i)] : 0u;
    }
    uint total;
    uint before = t_first_key + group_exclusive(sum, total);
    for (uint i = 0u; i < OWN_DIGITS; ++i)
        starts[i] += before;
}
#else
#define TILE_STATES DIGITS
bool find_stretch(inout uint tile) {
    t_first_key = 0u;
    t_end_key = length_of_input();
    t_first_tile = 0u;
    return tile < u_tiles && tile * TILE < t_end_key;
}

void find_digits(out uint starts[OWN_DIGITS]) {
    for (uint i = 0u; i < OWN_DIGITS; ++i)
        starts[i] = has_digits() ? offsets[u_first[1] + own_digit(i)] : 0u;
}
#endif
#define TOTAL 1u
#define PREFIX 2u
#define WINDOW 4 // tiles read together, to hide latency

layout(std430, binding = 5) coherent volatile buffer TileStates {
    uint tile_states[];
};

shared uint s_blocked; // a silent tile, plus 1; 0: none

// For each digit that the invocation owns:
uint t_before[OWN_DIGITS];   // keys in the tiles from t_position on
uint t_position[OWN_DIGITS]; // 0: t_before covers all earlier tiles

uint state_index(uint tile, uint i) {
    return u_first[5] + (t_first_tile + tile) * TILE_STATES + own_digit(i);
}

void publish(uint tile, uint i, uint what) {
    if (!is_silent(tile))
        tile_states[state_index(tile, i)] = t_before[i] + t_counts[i] << 2 | what;
}

// Ends at a prefix, and publishes its own at once, or after SPINS looks in a row at a silent tile.
void walk(uint tile, uint i) {
    uint spins = 0u;
    while (t_position[i] != 0u && spins < SPINS) {
        uint seen[WINDOW];
        for (uint look = 0u; look < WINDOW; ++look)
            seen[look] = tile_states[state_index(t_position[i] - 1u - min(look, t_position[i] - 1u), i)];
        uint position = t_position[i];
        bool going = true;
        for (uint look = 0u; look < WINDOW; ++look) {
            going = going && t_position[i] != 0u && seen[look] != 0u;
            if (going) {
                t_before[i] += seen[look] >> 2;
                t_position[i] = (seen[look] & 3u) == PREFIX ? 0u : t_position[i] - 1u;
            }
        }
        if (t_position[i] == position)
            WATCH_WAIT(position);
        spins = t_position[i] != position ? 0u : spins + 1u;
        if (t_position[i] == 0u)
            publish(tile, i, PREFIX);
    }
}

// Counts a silent tile in place of its group. It precedes this tile, so it is whole.
void publish_for(uint tile) {
    if (has_digits()) {
        for (uint i = 0u; i < OWN_DIGITS; ++i)
            s_places[own_digit(i)] = 0u;
    }
    barrier();
    uint base = u_first[0] + t_first_key + tile * TILE;
    for (uint step = 0u; step < ITEMS; ++step)
        atomicAdd(s_places[digit_of(order_of(keys[base + own_index(step)]))], 1u);
    barrier();
    if (has_digits()) {
        for (uint i = 0u; i < OWN_DIGITS; ++i)
            atomicCompSwap(tile_states[state_index(tile, i)], 0u,
                           s_places[own_digit(i)] << 2 | (tile == 0u ? PREFIX : TOTAL));
    }
    if (rank() == 0u)
        count_fallback();
}

void look_back(uint tile) {
    for (uint i = 0u; i < OWN_DIGITS; ++i)
        t_position[i] = has_digits() ? tile : 0u;
    // Each round passes a silent tile at least.
    for (uint passed = 0u; passed <= tile; ++passed) {
        if (rank() == 0u)
            s_blocked = 0u;
        barrier();
        for (uint i = 0u; i < OWN_DIGITS; ++i) {
            walk(tile, i);
            if (t_position[i] != 0u)
                atomicMax(s_blocked, t_position[i]);
        }
        barrier();
        uint blocked = s_blocked;
        if (blocked == 0u)
            break;
        publish_for(blocked - 1u);
        barrier();
    }
}

void sweep_tile(uint tile, bool whole) {
    uint base = t_first_key + tile * TILE, end = t_end_key;
    watch(tile, 0u);
    load_keys(base, end, whole);
    count_rows(u_shift, u_mask);
    for (uint i = 0u; i < OWN_DIGITS; ++i) {
        t_before[i] = 0u;
        if (has_digits())
            publish(tile, i, tile == 0u ? PREFIX : TOTAL);
    }
    watch(tile, 1u);
    place_rows();
    rank_in_tile(u_shift, u_mask);
    put_in_order(0u);
#if PARTS == 1
    load_payloads(base, end, whole);
#endif
    uint starts[OWN_DIGITS];
    find_digits(starts);
    look_back(tile);
    watch(tile, 2u);
    if (has_digits()) {
        for (uint i = 0u; i < OWN_DIGITS; ++i)
            s_places[own_digit(i)] = starts[i] + t_before[i] - t_starts[i];
    }
    barrier();
    store_tile(base, end, whole);
    watch_end(tile);
}

void main() {
    uint tile = group_index();
    if (find_stretch(tile)) {
        if (t_first_key + tile * TILE + TILE <= t_end_key)
            sweep_tile(tile, true);
        else
            sweep_tile(tile, false);
    }
}
