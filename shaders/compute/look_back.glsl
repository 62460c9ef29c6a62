// Decoupled look-back (Merrill and Garland 2016): a group computes the prefix of its tile from what the groups of
// earlier tiles have published: the total of a tile, or of all tiles up to it. If a total is still missing after
// a bounded number of looks, the group computes it itself, so that it terminates on any scheduler.
//
// A tile's state is four words: total high, total low, prefix high, prefix low, each half a value above the 16
// bits of the scan's epoch. A value is valid when both halves carry the epoch, so that no write order is
// relied on, and nothing is cleared between scans. Totals are never revoked: a group that sees a half-written
// prefix uses the total.
// Needs tile.glsl. The host defines SPINS (looks before a group computes a missing total).
#include "compute/silent_tile.glsl"
#include "compute/watch.glsl"
layout(std430, binding = 6) coherent volatile buffer StateQuads {
    uvec4 state_quads[];
};

shared uint s_ticket;

// The tile of this group. Groups take tickets in the order in which they start, so all earlier tiles have
// started. The last group resets the counter.
uint take_tile() {
    if (rank() == 0u) {
        s_ticket = atomicAdd(states[TICKET], 1u);
        if (s_ticket == group_count() - 1u)
            atomicExchange(states[TICKET], 0u);
    }
    barrier();
    return s_ticket;
}

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
// The walk by the lanes of the first row, one tile per lane.

// For the first row:
uint t_position; // tiles from here on are summed, or, if FOLDED, have published at least their totals
Value t_sum;

shared Value s_sum;    // of the tiles before
shared uint s_blocked; // the silent tile, plus 1; 0: the sum is known

void begin_walk(uint tile) {
    t_position = tile;
    t_sum = IDENTITY;
}

uint first_lane(bool holds) {
    uvec4 ballot = subgroupBallot(holds);
    return ballot == uvec4(0u) ? lanes() : subgroupBallotFindLSB(ballot);
}

// Takes one tile per lane, as far as they have published. True if one of them has a prefix.
bool look(out uint taken) {
    Value value = IDENTITY;
    uint status = PREFIX; // before the first tile
    if (lane() < t_position)
        status = read_state(t_position - 1u - lane(), value);
    uint first_prefix = first_lane(status == PREFIX);
    uint first_silent = first_lane(status == NOTHING);
    bool found = first_prefix < first_silent;
#if FOLDED
    taken = found ? first_prefix : first_silent;
#else
    taken = found ? first_prefix + 1u : first_silent;
    // Order does not matter: of the tiles taken, only the last, which has a prefix, may begin a segment.
    Plain sum = lanes_combine_plain(lane() < taken ? plain_of(value) : PLAIN_IDENTITY);
    t_sum = combine(value_of_plain(sum), t_sum);
#endif
    return found;
}

// Folds forward from tile t_position - 1, whose prefix is known.
Value fold(uint tile) {
    Value sum = IDENTITY;
    for (uint first = t_position == 0u ? 0u : t_position - 1u; first < tile; first += lanes()) {
        Value value = IDENTITY;
        uint status = first + lane() < tile ? read_state(first + lane(), value) : NOTHING;
        for (uint from = 0u; from < lanes(); ++from) {
            uint status_there = subgroupShuffle(status, from);
            Value value_there = lanes_read(value, from);
            if (status_there == PREFIX)
                sum = value_there;
            else if (status_there == TOTAL)
                sum = combine(sum, value_there);
        }
    }
    return sum;
}

// Looks until a prefix is found, or SPINS times in a row at a silent tile.
void walk_row(uint tile) {
    bool found = false;
    uint spins = 0u;
    while (!found && spins < SPINS) {
        uint taken;
        found = look(taken);
        WATCH_LANES(taken < 32u ? (1u << taken) - 1u : ~0u);
        if (taken == 0u && !found)
            WATCH_WAIT(t_position);
        t_position -= min(taken, t_position);
        spins = taken > 0u ? 0u : spins + 1u;
    }
#if FOLDED
    if (found)
        t_sum = fold(tile);
#endif
    if (lane() == 0u) {
        s_sum = t_sum;
        s_blocked = found ? 0u : t_position;
    }
}

uint walk(uint tile) {
    if (row() == 0u)
        walk_row(tile);
    barrier();
    return s_blocked;
}

Value walked() { return s_sum; }
#else
// The walk through shared memory: each invocation looks at one tile, then the first invocation evaluates what they saw.
shared uint s_status[GROUP];
shared Value s_value[GROUP];
shared uint s_position; // tiles from here on are summed, or, if FOLDED, have published at least their totals
shared uint s_walking;
shared uint s_blocked; // the silent tile, plus 1; 0: the prefix is known
shared Value s_sum;

void begin_walk(uint tile) {
    if (rank() == 0u) {
        s_position = tile;
        s_sum = IDENTITY;
    }
    barrier();
}

// Folds forward from tile s_position - 1, whose prefix is known.
Value fold(uint tile) {
    Value sum = IDENTITY;
    for (uint at = s_position == 0u ? 0u : s_position - 1u; at < tile; ++at) {
        Value value;
        if (read_state(at, value) == PREFIX)
            sum = value;
        else
            sum = combine(sum, value);
    }
    return sum;
}

void go_through_window(uint tile) {
    uint position = s_position;
    Value sum = s_sum;
    uint seen = min(uint(GROUP), position);
    bool found = position == 0u;
    bool blocked = false;
    for (uint i = 0u; i < seen && !found && !blocked; ++i) {
        found = s_status[i] == PREFIX;
        blocked = s_status[i] == NOTHING;
#if FOLDED
        if (!found && !blocked)
            --position;
#else
        if (!blocked) {
            sum = combine(s_value[i], sum);
            --position;
        }
#endif
    }
    s_position = position;
    s_walking = found || blocked || position == 0u ? 0u : 1u;
    if (s_walking == 0u)
        s_blocked = blocked ? position : 0u;
#if FOLDED
    if (s_walking == 0u && !blocked)
        sum = fold(tile);
#endif
    s_sum = sum;
}

uint walk(uint tile) {
    do {
        uint position = s_position;
        if (rank() < position) {
            Value value;
            uint status = NOTHING;
            for (uint spin = 0u; spin < SPINS && status == NOTHING; ++spin)
                status = read_state(position - 1u - rank(), value);
            if (status == NOTHING)
                WATCH_WAIT(position - rank());
            s_status[rank()] = status;
            s_value[rank()] = value;
        }
        barrier();
        if (rank() == 0u)
            go_through_window(tile);
        barrier();
    } while (s_walking != 0u);
    return s_blocked;
}

Value walked() { return s_sum; }
#endif

bool t_fell_back = false; // whether this group reduced a tile for another

// The total of all tiles before. Every invocation of the group calls it.
Value look_back(uint tile, Value total, uint n) {
    if (rank() == 0u)
        publish_total(tile, total);
    watch(tile, 1u);
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
    watch(tile, 2u);
    return prefix;
}
