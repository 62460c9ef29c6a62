// The walk of look_back.glsl by the lanes of the first row, one tile per lane.
uint t_position; // tiles from here on are summed, or, if FOLDED, have published at least their totals
Value t_sum;

#define FOUND 0x80000000u
#define BLOCKED 0x40000000u
shared Value s_sum; // of the tiles taken
shared uint s_end;  // number of tiles taken, and FOUND or BLOCKED

void begin_walk(uint tile) {
    t_position = tile;
    t_sum = IDENTITY;
}

uint first_lane(bool holds) {
    uvec4 ballot = subgroupBallot(holds);
    return ballot == uvec4(0u) ? lanes() : subgroupBallotFindLSB(ballot);
}

void look() {
    Value value = IDENTITY;
    uint status = PREFIX; // before the first tile
    if (lane() < t_position)
        status = read_state(t_position - 1u - lane(), value);
    uint first_prefix = first_lane(status == PREFIX);
    uint first_silent = first_lane(status == NOTHING);
    bool found = first_prefix < first_silent;
#if FOLDED
    uint taken = found ? first_prefix : first_silent;
#else
    uint taken = found ? first_prefix + 1u : first_silent;
    // Order does not matter: of the tiles taken, only the last, which has a prefix, may begin a segment.
    value = value_of_plain(lanes_combine_plain(lane() < taken ? plain_of(value) : PLAIN_IDENTITY));
#endif
    if (lane() == 0u) {
        s_sum = value;
        s_end = taken | (found ? FOUND : taken < lanes() ? BLOCKED : 0u);
    }
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

uint walk(uint tile) {
    for (uint spins = 0u;; ++spins) {
        if (row() == 0u)
            look();
        barrier();
        uint taken = s_end & ~(FOUND | BLOCKED);
        bool found = (s_end & FOUND) != 0u;
#if !FOLDED
        t_sum = combine(s_sum, t_sum);
#endif
        t_position -= min(taken, t_position);
        if (found)
            break;
        if (taken > 0u)
            spins = 0u;
        if (spins >= SPINS)
            return t_position;
        barrier();
    }
#if FOLDED
    if (row() == 0u) {
        Value sum = fold(tile);
        if (lane() == 0u)
            s_sum = sum;
    }
    barrier();
    t_sum = s_sum;
#endif
    return 0u;
}

Value walked() { return t_sum; }
