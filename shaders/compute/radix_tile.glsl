// A tile of keys, sorted by a digit within a group, stable: lanes that hold the same digit find each other by
// ballots, rows count what they have met, and keys go to their places in shared memory.
// Every invocation must call these; they hold barriers. At least DIGITS invocations.
// Needs kernel.glsl, operator.glsl of uint32 sums, group_scan.glsl, ballot.glsl and radix.glsl, TIER 2.
// The host defines ITEMS (of an invocation) and LANES.
#define ROWS (GROUP / LANES)
#define TILE (GROUP * ITEMS)

// How often each row has met each digit, then where it puts the first of them; then the sorted tile.
shared uint s_words[ROWS * DIGITS > TILE ? ROWS * DIGITS : TILE];

uint t_orders[ITEMS]; // keys, as order_of() has them
uint t_ranks[ITEMS];  // in the sorted tile

// Each row has a part of the tile to itself, of which its lanes take neighbours in turns.
uint own_index(uint step) { return (row() * ITEMS + step) * LANES + lane(); }

// Among the keys of the digit in the row.
void rank_in_rows(uint shift, uint mask) {
    for (uint i = rank(); i < ROWS * DIGITS; i += GROUP)
        s_words[i] = 0u;
    barrier();
    uint met[ITEMS];
    for (uint step = 0u; step < ITEMS; ++step) {
        uint digit = (t_orders[step] >> shift) & mask;
        LaneSet same = lanes_with_same(digit, DIGIT_BITS);
        // The first of them counts them all, and tells the others when the counts of all steps are under way.
        uint below = lane_count(same & lanes_below());
        t_ranks[step] = below | first_of(same) << 16;
        met[step] = 0u;
        if (below == 0u)
            met[step] = atomicAdd(s_words[row() * DIGITS + digit], lane_count(same));
    }
    for (uint step = 0u; step < ITEMS; ++step)
        t_ranks[step] = subgroupShuffle(met[step], t_ranks[step] >> 16) + (t_ranks[step] & 0xffffu);
}

// How many keys of the tile have the digit that is the invocation's rank.
uint count_rows() {
    uint count = 0u;
    barrier();
    if (rank() < DIGITS) {
        for (uint row = 0u; row < ROWS; ++row)
            count += s_words[row * DIGITS + rank()];
    }
    return count;
}

// From that to where they begin in the sorted tile.
uint place_rows(uint count) {
    uint total;
    uint start = group_exclusive(count, total);
    if (rank() < DIGITS) {
        uint place = start;
        for (uint row = 0u; row < ROWS; ++row) {
            uint met = s_words[row * DIGITS + rank()];
            s_words[row * DIGITS + rank()] = place;
            place += met;
        }
    }
    barrier();
    return start;
}

void rank_in_tile(uint shift, uint mask) {
    for (uint step = 0u; step < ITEMS; ++step)
        t_ranks[step] += s_words[row() * DIGITS + ((t_orders[step] >> shift) & mask)];
}

void put_in_order() {
    barrier();
    for (uint step = 0u; step < ITEMS; ++step)
        s_words[t_ranks[step]] = t_orders[step];
    barrier();
}
