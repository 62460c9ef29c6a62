// Horizontal: neighbouring elements lie in neighbouring lanes. Each row owns a part of the tile and walks it
// twice in steps of four elements per lane: first for its total, then, once it knows the total before it, for
// the results. Without lanes the group is one row.
#define STEPS (ITEMS / 4)

Value t_row_before; // total before the row, within the tile

#if TIER == 0
uint quad_index(uint base, uint step) { return base + 4u * (step * GROUP + rank()); }

Value step_exclusive(Value value, inout Value carry) {
    Value total;
    Value before = combine(carry, group_exclusive(value, total));
    carry = combine(carry, total);
    return before;
}
Value row_total(Value sum_of_lane) { return group_total(sum_of_lane); }
Value rows_scan(Value row_total, out Value total) {
    total = row_total;
    return IDENTITY;
}
#else
uint quad_index(uint base, uint step) {
    return base + 4u * (lanes() * (row() * STEPS + step) + lane());
}

Value step_exclusive(Value value, inout Value carry) {
    Value inclusive = lanes_inclusive(value);
    Value before = combine(carry, lanes_exclusive(value, inclusive));
    carry = combine(carry, lanes_read(inclusive, lanes() - 1u));
    return before;
}
Value row_total(Value sum_of_lane) { return lanes_read(lanes_inclusive(sum_of_lane), lanes() - 1u); }
Value rows_scan(Value row_total, out Value total) { return rows_exclusive(row_total, total); }
#endif

// Few steps are loaded at once and kept in registers for the second walk. As a global array: as an argument, NVIDIA's
// compiler would keep them in memory.
#if STEPS <= 8 && !SEGMENTED
#define TILE_IS_KEPT
Quad t_quads[STEPS];
void load_steps(uint base, uint n, bool whole) {
    for (uint step = 0u; step < STEPS; ++step)
        t_quads[step] = load_quad(quad_index(base, step), n, whole);
}
Quad step_quad(uint base, uint step, uint n, bool whole) { return t_quads[step]; }
#else
void load_steps(uint base, uint n, bool whole) {}
Quad step_quad(uint base, uint step, uint n, bool whole) { return load_quad(quad_index(base, step), n, whole); }
#endif

// The row's total. If order does not matter, each lane sums over all of its steps first.
Value steps_total(uint base, uint n, bool whole) {
    load_steps(base, n, whole);
    Value sum = IDENTITY;
#if SEGMENTED
    for (uint step = 0u; step < STEPS; ++step)
        step_exclusive(combine_quad(step_quad(base, step, n, whole)), sum);
    return sum;
#else
    for (uint step = 0u; step < STEPS; ++step)
        sum = combine(sum, combine_quad(step_quad(base, step, n, whole)));
    return row_total(sum);
#endif
}

// Returns the tile's total. row_before: the total before this invocation's row.
Value tile_rows(uint base, uint n, out Value row_before) {
    Value sum;
    if (is_whole(base, TILE, n))
        sum = steps_total(base, n, true);
    else
        sum = steps_total(base, n, false);
    Value total;
    row_before = rows_scan(sum, total);
    return total;
}

Value tile_total(uint base, uint n) {
    Value row_before;
    return tile_rows(base, n, row_before);
}

Value tile_scan(uint base, uint n) { return tile_rows(base, n, t_row_before); }

void steps_store(uint base, uint n, Value carry, bool whole) {
    for (uint step = 0u; step < STEPS; ++step) {
        Quad quad = step_quad(base, step, n, whole);
        Value before = step_exclusive(combine_quad(quad), carry);
        store_quad(quad_index(base, step), n, quad, pass_quad(before, quad), whole);
    }
}

void tile_store(uint base, uint n, Value prefix) {
    Value carry = combine(prefix, t_row_before);
    if (is_whole(base, TILE, n))
        steps_store(base, n, carry, true);
    else
        steps_store(base, n, carry, false);
}
