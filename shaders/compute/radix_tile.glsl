// A tile of keys, sorted by a digit within a group, stable: rows count what they have of each digit, lanes that
// hold the same digit find each other by ballots, and keys go to their places in shared memory.
// Every invocation must call these; they hold barriers.
// Needs kernel.glsl, operator.glsl of uint32 sums, group_scan.glsl, ballot.glsl and radix.glsl, TIER 2.
// The host defines ITEMS (of an invocation) and LANES.
#define ROWS (GROUP / LANES)
#define TILE (GROUP * ITEMS)
#define OWN_DIGITS (GROUP < DIGITS ? DIGITS / GROUP : 1)

// How often each row has each digit, then where it puts the next of them; then the sorted tile.
shared uint s_words[ROWS * DIGITS > TILE ? ROWS * DIGITS : TILE];

uint t_orders[ITEMS]; // keys, as order_of() has them
uint t_ranks[ITEMS];  // in the sorted tile

// Keys that an invocation really has; what includes this may say that they are fewer than ITEMS, for the whole
// group.
#ifndef STEPS
#define STEPS ITEMS
#endif
#define FOR_EACH_STEP(step) \
    for (uint step = 0u; step < ITEMS; ++step) \
        if (step < STEPS)

// Each row has a part of the tile to itself, of which its lanes take neighbours in turns.
uint own_index(uint step) { return (row() * STEPS + step) * LANES + lane(); }

// Each invocation answers for OWN_DIGITS digits, neighbours, as long as there are any.
bool has_digits() { return rank() * OWN_DIGITS < DIGITS; }
uint own_digit(uint i) { return rank() * OWN_DIGITS + i; }
uint t_counts[OWN_DIGITS]; // keys of the tile that have them
uint t_starts[OWN_DIGITS]; // where these begin in the sorted tile

// Before any key is ranked, so that other tiles can be told of the counts as early as can be.
void count_rows(uint shift, uint mask) {
    for (uint i = rank(); i < ROWS * DIGITS; i += GROUP)
        s_words[i] = 0u;
    barrier();
    FOR_EACH_STEP(step)
        atomicAdd(s_words[row() * DIGITS + ((t_orders[step] >> shift) & mask)], 1u);
    barrier();
    for (uint i = 0u; i < OWN_DIGITS; ++i) {
        t_counts[i] = 0u;
        if (has_digits()) {
            for (uint row = 0u; row < ROWS; ++row)
                t_counts[i] += s_words[row * DIGITS + own_digit(i)];
        }
    }
}

// From these counts to where every row begins.
void place_rows() {
    uint sum = 0u;
    for (uint i = 0u; i < OWN_DIGITS; ++i)
        sum += t_counts[i];
    uint total;
    uint place = group_exclusive(sum, total);
    for (uint i = 0u; i < OWN_DIGITS; ++i) {
        t_starts[i] = place;
        if (has_digits()) {
            for (uint row = 0u; row < ROWS; ++row) {
                uint count = s_words[row * DIGITS + own_digit(i)];
                s_words[row * DIGITS + own_digit(i)] = place;
                place += count;
            }
        }
    }
    barrier();
}

// The first of the lanes with a digit takes the places of them all.
void rank_in_tile(uint shift, uint mask) {
    FOR_EACH_STEP(step) {
        uint digit = (t_orders[step] >> shift) & mask;
        LaneSet same = lanes_with_same(digit, DIGIT_BITS);
        uint below = lane_count(same & lanes_below());
        uint first = 0u;
        if (below == 0u)
            first = atomicAdd(s_words[row() * DIGITS + digit], lane_count(same));
        t_ranks[step] = subgroupShuffle(first, first_of(same)) + below;
    }
}

void put_in_order() {
    barrier();
    FOR_EACH_STEP(step)
        s_words[t_ranks[step]] = t_orders[step];
    barrier();
}
