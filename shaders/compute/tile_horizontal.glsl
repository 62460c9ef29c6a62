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

// The quads of an invocation. Few enough for registers, they are loaded at once and kept for the second walk.
#if STEPS <= 8
struct Quads {
    Quad at[STEPS];
};
Quads load_quads(uint base, uint n, bool whole) {
    Quads quads;
    for (uint step = 0u; step < STEPS; ++step)
        quads.at[step] = load_quad(quad_index(base, step), n, whole);
    return quads;
}
#define quad_of(quads, step, n, whole) (quads).at[step]
#else
struct Quads {
    uint base;
};
Quads load_quads(uint base, uint n, bool whole) { return Quads(base); }
#define quad_of(quads, step, n, whole) load_quad(quad_index((quads).base, step), n, whole)
#endif
Quads t_quads;

// The row's total. If order does not matter, each lane sums over all of its steps first.
Value steps_total(Quads quads, uint n, bool whole) {
    Value sum = IDENTITY;
#if SEGMENTED
    for (uint step = 0u; step < STEPS; ++step)
        step_exclusive(combine_quad(quad_of(quads, step, n, whole)), sum);
    return sum;
#else
    for (uint step = 0u; step < STEPS; ++step)
        sum = combine(sum, combine_quad(quad_of(quads, step, n, whole)));
    return row_total(sum);
#endif
}

// Returns the tile's total. row_before: the total before this invocation's row.
Value tile_rows(uint base, uint n, out Quads quads, out Value row_before) {
    Value sum;
    if (is_whole(base, TILE, n)) {
        quads = load_quads(base, n, true);
        sum = steps_total(quads, n, true);
    } else {
        quads = load_quads(base, n, false);
        sum = steps_total(quads, n, false);
    }
    Value total;
    row_before = rows_scan(sum, total);
    return total;
}

Value tile_total(uint base, uint n) {
    Quads quads;
    Value row_before;
    return tile_rows(base, n, quads, row_before);
}

Value tile_scan(uint base, uint n) { return tile_rows(base, n, t_quads, t_row_before); }

void steps_store(uint base, uint n, Value carry, bool whole) {
    for (uint step = 0u; step < STEPS; ++step) {
        Quad quad = quad_of(t_quads, step, n, whole);
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
