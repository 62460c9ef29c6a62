// The walk of look_back.glsl through shared memory: each invocation looks at one tile, then the first invocation
// evaluates what they saw.
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
