// The walk of look_back.glsl by the lanes of the first row: each looks at one tile.
uint t_position; // tiles from here on are summed, or, folded, have at least their totals
Value t_sum;

void begin_walk(uint tile) {
    t_position = tile;
    t_sum = IDENTITY;
}

uint first_lane(bool holds) {
    uvec4 ballot = subgroupBallot(holds);
    return ballot == uvec4(0u) ? lanes() : subgroupBallotFindLSB(ballot);
}

// From the tile with a known prefix, which is the one before t_position, forward.
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

void walk(uint tile) {
    if (row() != 0u)
        return;
    for (;;) {
        Value value = IDENTITY;
        uint status = PREFIX; // in front of the first tile
        uint stop, blocked;
        for (uint spin = 0u; spin < SPINS; ++spin) {
            if (lane() < t_position)
                status = read_state(t_position - 1u - lane(), value);
            stop = first_lane(status == PREFIX);
            blocked = first_lane(status == NOTHING);
            if (stop < blocked || blocked == lanes())
                break;
        }
        bool found = stop < blocked;
#if FOLDED
        t_position -= min(found ? stop : blocked, t_position);
#else
        uint taken = found ? stop + 1u : blocked;
        t_sum = combine(lanes_combine(lane() < taken ? value : IDENTITY), t_sum);
        t_position -= min(taken, t_position);
#endif
        if (found || blocked < lanes()) {
#if FOLDED
            if (found)
                t_sum = fold(tile);
#endif
            if (lane() == 0u) {
                s_prefix = t_sum;
                s_blocked = found ? 0u : t_position;
            }
            return;
        }
    }
}
