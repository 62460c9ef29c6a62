// The keys that a sweep sorts together: all or, if SEGMENTS, those of a long segment.
// Needs radix_scatter.glsl and radix_tile.glsl. offsets: where each digit begins in the sorted array; if SEGMENTS,
// the table of segment_table.glsl, and the length is the number of its tiles. The host defines SEGMENTS and PASSES.
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
