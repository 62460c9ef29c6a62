// Decoupled look-back (Merrill and Garland 2016): a group computes the prefix of its tile from what the groups of
// earlier tiles have published: the total of a tile, or of all tiles up to it. If a total is still missing after
// a bounded number of looks, the group computes it itself, so that it terminates on any scheduler.
//
// A tile's state is four words: total high, total low, prefix high, prefix low, each half a value above the 16
// bits of the scan's epoch. A value is valid when both halves carry the epoch, so that no write order is
// relied on, and nothing is cleared between scans. Totals are never revoked: a group that sees a half-written
// prefix uses the total.
// Needs tile.glsl. The host defines SPINS (looks before a group computes a missing total).
#include "compute/ticket.glsl"
layout(std430, binding = 6) coherent volatile buffer StateQuads {
    uvec4 state_quads[];
};

#define NOTHING 0u
#define TOTAL 1u
#define PREFIX 2u

// Float sums depend on the order of addition: fold them from the oldest tile on, as the prefix is defined.
#define FOLDED (ELEMENT == FLOAT32 && OPERATOR == SUM)

uint high_word(Value value) { return (bits_of(plain_of(value)) & 0xffff0000u) | u_epoch; }
uint low_word(Value value) { return bits_of(plain_of(value)) << 16 | u_epoch; }
bool carries_epoch(uint high, uint low) { return (high & 0xffffu) == u_epoch && (low & 0xffffu) == u_epoch; }
Value value_of_words(uint high, uint low) {
    return value_of_plain(plain_of_bits((high & 0xffff0000u) | low >> 16));
}

void publish_prefix(uint tile, Value prefix) {
    if (is_silent(tile))
        return;
    states[4u * tile + 6u] = high_word(prefix);
    states[4u * tile + 7u] = low_word(prefix);
}
void publish_total(uint tile, Value total) {
    if (is_silent(tile))
        return;
    if (tile == 0u || begins_segment(total)) {
        // Nothing from before crosses the start of a segment. Publish no total first: a group that saw it would
        // keep looking back.
        publish_prefix(tile, total);
    } else {
        states[4u * tile + 4u] = high_word(total);
        states[4u * tile + 5u] = low_word(total);
    }
    memoryBarrierBuffer();
}

// Publishes for a silent group. That group may publish meanwhile and, working in place, start to overwrite what
// was summed here: then its own words stay.
void publish_word_for(uint index, uint word) {
    uint old = states[index];
    if ((old & 0xffffu) != u_epoch)
        atomicCompSwap(states[index], old, word);
}
void publish_total_for(uint tile, Value total) {
    memoryBarrierBuffer();
    uint words = 4u * tile + (begins_segment(total) ? 6u : 4u);
    publish_word_for(words, high_word(total));
    publish_word_for(words + 1u, low_word(total));
    count_fallback();
    memoryBarrierBuffer();
}

uint read_state(uint tile, out Value value) {
    uvec4 words = state_quads[tile + 1u];
    if (carries_epoch(words.z, words.w)) {
        value = value_of_words(words.z, words.w);
        return PREFIX;
    }
    value = value_of_words(words.x, words.y);
    return carries_epoch(words.x, words.y) ? TOTAL : NOTHING;
}

#if TIER == 2
#include "compute/look_back_lanes.glsl"
#else
#include "compute/look_back_window.glsl"
#endif

bool t_fell_back = false; // whether this group reduced a tile for another

// The total of all tiles before. Every invocation of the group calls it.
Value look_back(uint tile, Value total, uint n) {
    if (rank() == 0u)
        publish_total(tile, total);
    begin_walk(tile);
    for (;;) {
        uint blocked = walk(tile); // a silent tile, plus 1; 0: none
        if (blocked == 0u)
            break;
        t_fell_back = true;
        Value missing = tile_total((blocked - 1u) * TILE, n);
        if (rank() == 0u)
            publish_total_for(blocked - 1u, missing);
        barrier();
    }
    Value prefix = walked();
    if (rank() == 0u && tile != 0u)
        publish_prefix(tile, combine(prefix, total));
    return prefix;
}
