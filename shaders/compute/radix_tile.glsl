// Sorts a tile of keys by a digit within a group. Stable. Each row counts its digits, lanes with the same digit
// find each other with ballots, and keys go to their places in shared memory.
// Every invocation must call these functions: they contain barriers.
// Needs kernel.glsl, operator.glsl with uint32 sums, group_scan.glsl, ballot.glsl and radix.glsl, TIER 2.
// The host defines ITEMS (per invocation), LANES, PARTS and MASKS.
#define ROWS (GROUP / LANES)
#define TILE (GROUP * ITEMS)
#define PART (TILE / PARTS) // of the sorted tile, as much as is in shared memory at once
#define ROW_WORDS (ROWS * (DIGITS + MASKS))
#define MASK_BITS 6u // of 64 masks
#define OWN_DIGITS (GROUP < DIGITS ? DIGITS / GROUP : 1)

// Each row's count of each digit, then its next place for the digit; behind these, each row's masks; finally a
// part of the sorted tile.
shared uint s_words[ROW_WORDS > PART ? ROW_WORDS : PART];

uint t_orders[ITEMS]; // keys after order_of()
// In the sorted tile. Many share words, two in each, to fit the registers.
#if ITEMS > 16
uint t_ranks[ITEMS / 2];
uint rank_of(uint step) { return t_ranks[step / 2u] >> 16u * (step % 2u) & 0xffffu; }
void keep_rank(uint step, uint rank) {
    if (step % 2u == 0u)
        t_ranks[step / 2u] = rank;
    else
        t_ranks[step / 2u] |= rank << 16;
}
#else
uint t_ranks[ITEMS];
uint rank_of(uint step) { return t_ranks[step]; }
void keep_rank(uint step, uint rank) { t_ranks[step] = rank; }
#endif

// Keys that an invocation actually has. The includer may define fewer than ITEMS, uniformly over the group.
#ifndef STEPS
#define STEPS ITEMS
#endif
#define FOR_EACH_STEP(step) for (uint step = 0u; step < ITEMS && step < STEPS; ++step)

// Each row owns a part of the tile; in each step its lanes take neighbouring keys.
uint own_index(uint step) { return (row() * STEPS + step) * LANES + lane(); }

// Each invocation owns OWN_DIGITS consecutive digits, until they run out.
bool has_digits() { return rank() * OWN_DIGITS < DIGITS; }
uint own_digit(uint i) { return rank() * OWN_DIGITS + i; }
uint t_counts[OWN_DIGITS]; // keys of the tile with each
uint t_starts[OWN_DIGITS]; // where these begin in the sorted tile

// Runs before any key is ranked, so that the counts can be published as early as possible.
void count_rows(uint shift, uint mask) {
    for (uint i = rank(); i < ROW_WORDS; i += GROUP)
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

// Turns these counts into the place where each row begins.
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

#if MASKS
// Lanes list themselves in the mask of their digit's low bits, and ballots compare the high ones. Needs lanes in
// lockstep, as NVIDIA's are: there, a barrier of the row would take longer than ballots of all bits.
LaneSet lanes_with_digit(uint digit) {
    uint mask = ROWS * DIGITS + row() * MASKS + digit % MASKS;
    atomicOr(s_words[mask], 1u << lane());
    LaneSet same = lanes_with_same(digit / MASKS, DIGIT_BITS - MASK_BITS);
    LaneSet listed = s_words[mask];
    s_words[mask] = 0u;
    return listed & same;
}
#else
LaneSet lanes_with_digit(uint digit) { return lanes_with_same(digit, DIGIT_BITS); }
#endif

// The first lane with a digit reserves places for all lanes with it.
uint reserve(uint digit, LaneSet same, bool is_first) {
    uint place = 0u;
    if (is_first)
        place = atomicAdd(s_words[row() * DIGITS + digit], lane_count(same));
    return place;
}

void rank_in_tile(uint shift, uint mask) {
#if ITEMS > 10
    FOR_EACH_STEP(step) {
        uint digit = (t_orders[step] >> shift) & mask;
        LaneSet same = lanes_with_digit(digit);
        uint below = lane_count(same & lanes_below());
        uint place = reserve(digit, same, below == 0u);
        keep_rank(step, subgroupShuffle(place, first_of(same)) + below);
    }
#else
    // Two steps overlap to hide latency when few groups run. With more items, NVIDIA's compiler moves arrays to memory.
    for (uint step = 0u; step < ITEMS && step < STEPS; step += 2u) {
        LaneSet same[2];
        uint places[2];
        for (uint i = 0u; i < 2u; ++i)
            same[i] = lanes_with_digit((t_orders[step + i] >> shift) & mask);
        for (uint i = 0u; i < 2u; ++i)
            places[i] = reserve((t_orders[step + i] >> shift) & mask, same[i],
                                step + i < STEPS && is_empty(same[i] & lanes_below()));
        for (uint i = 0u; i < 2u; ++i)
            keep_rank(step + i,
                      subgroupShuffle(places[i], first_of(same[i])) + lane_count(same[i] & lanes_below()));
    }
#endif
}

void put_in_order(uint part) {
    barrier();
    FOR_EACH_STEP(step) {
        uint place = rank_of(step) - part * PART;
        if (PARTS == 1 || place < PART)
            s_words[place] = t_orders[step];
    }
    barrier();
}
