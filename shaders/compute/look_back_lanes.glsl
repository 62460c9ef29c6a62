// The walk of look_back.glsl by the lanes of the first row, one tile per lane.

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
