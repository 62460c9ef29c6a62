#version 430
// Scatters a tile of keys to where the next order of digits has them, stable: lanes that hold the same digit
// find each other by ballots, the tile is sorted in shared memory, and runs of a digit are written together.
// Bindings: radix_scatter.glsl. At least DIGITS invocations.
#pragma optionNV(unroll all) // NVIDIA: arrays of an invocation in registers; no other driver knows it
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "compute/ballot.glsl"
#include "compute/radix.glsl"
#include "compute/radix_scatter.glsl"
#define ROWS (GROUP / LANES)
#define DIGIT_BITS 8u

// First how often each row has met each digit, then the sorted tile.
shared uint s_words[ROWS * DIGITS > TILE ? ROWS * DIGITS : TILE];
shared uint s_starts[DIGITS]; // of each digit in the sorted tile
shared uint s_places[DIGITS]; // what is to be added to an index of the sorted tile

uint t_keys[ITEMS];
uint t_ranks[ITEMS]; // among the keys of the digit in the row, then in the sorted tile

// Each row has a part of the tile to itself, of which its lanes take neighbours in turns.
uint index_of(uint base, uint step) { return base + (row() * ITEMS + step) * LANES + lane(); }

// whole: all of the tile's keys are there. The branches that this saves would keep loads from overlapping.
// Behind the last key come keys of the greatest digit, which end up behind all others.
void load_keys(uint base, uint n, bool whole) {
    for (uint step = 0u; step < ITEMS; ++step)
        t_keys[step] = whole || index_of(base, step) < n ? keys[u_first[0] + index_of(base, step)] : 0u;
}
uint digit_at(uint base, uint n, uint step, bool whole) {
    return whole || index_of(base, step) < n ? digit_of(t_keys[step]) : u_mask;
}

void rank_keys(uint base, uint n, bool whole) {
    for (uint i = rank(); i < ROWS * DIGITS; i += GROUP)
        s_words[i] = 0u;
    barrier();
    uint first[ITEMS];
    uint below[ITEMS];
    uint met[ITEMS];
    for (uint step = 0u; step < ITEMS; ++step) {
        uint digit = digit_at(base, n, step, whole);
        LaneSet same = lanes_with_same(digit, DIGIT_BITS);
        // The first of them counts them all, and tells the others when the counts of all steps are under way.
        first[step] = first_of(same);
        below[step] = lane_count(same & lanes_below());
        met[step] = 0u;
        if (below[step] == 0u)
            met[step] = atomicAdd(s_words[row() * DIGITS + digit], lane_count(same));
    }
    for (uint step = 0u; step < ITEMS; ++step)
        t_ranks[step] = subgroupShuffle(met[step], first[step]) + below[step];
}

// Turns what the rows have met of a digit into what the rows before have, and finds where it begins.
void scan_digits(uint tile) {
    uint digit = rank();
    uint count = 0u;
    barrier();
    if (digit < DIGITS) {
        for (uint i = digit; i < ROWS * DIGITS; i += DIGITS) {
            uint met = s_words[i];
            s_words[i] = count;
            count += met;
        }
    }
    uint total;
    uint start = group_exclusive(count, total);
    if (digit < DIGITS) {
        s_starts[digit] = start;
        s_places[digit] = offsets[u_first[1] + digit * u_tiles + tile] - start;
    }
    barrier();
}

void sort_tile(uint base, uint n, bool whole) {
    for (uint step = 0u; step < ITEMS; ++step) {
        uint digit = digit_at(base, n, step, whole);
        t_ranks[step] += s_starts[digit] + s_words[row() * DIGITS + digit];
    }
    barrier();
    for (uint step = 0u; step < ITEMS; ++step)
        s_words[t_ranks[step]] = t_keys[step];
    barrier();
}

void store_tile(uint base, uint n, bool whole) {
    uint size = base < n ? min(n - base, uint(TILE)) : 0u;
    uint places[ITEMS];
    for (uint step = 0u; step < ITEMS; ++step) {
        uint index = step * GROUP + rank();
        uint key = s_words[index];
        places[step] = s_places[digit_of(key)] + index;
        if (whole || index < size)
            sorted_keys[u_first[2] + places[step]] = key;
    }
#if PAYLOAD != NO_VALUES
    for (uint step = 0u; step < ITEMS; ++step)
        t_keys[step] = whole || index_of(base, step) < n ? load_payload(index_of(base, step)) : 0u;
    barrier();
    for (uint step = 0u; step < ITEMS; ++step)
        s_words[t_ranks[step]] = t_keys[step];
    barrier();
    for (uint step = 0u; step < ITEMS; ++step) {
        uint index = step * GROUP + rank();
        if (whole || index < size)
            sorted_values[u_first[4] + places[step]] = s_words[index];
    }
#endif
}

void scatter_tile(uint tile, uint n, bool whole) {
    uint base = tile * TILE;
    load_keys(base, n, whole);
    rank_keys(base, n, whole);
    scan_digits(tile);
    sort_tile(base, n, whole);
    store_tile(base, n, whole);
}

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < u_tiles) {
        if (tile * TILE + TILE <= n)
            scatter_tile(tile, n, true);
        else
            scatter_tile(tile, n, false);
    }
}
