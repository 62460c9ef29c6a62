// Horizontal: neighbouring elements lie in neighbouring lanes. Each row has a part of the tile to itself and
// goes through it in steps of four elements a lane; without lanes the group is one row.
#define QUADS (ITEMS / 4)

Quad t_quads[QUADS];  // of this invocation
Value t_before[QUADS]; // what comes before each, in the row's part
Value t_row_before;    // what comes before the row, in the tile

#if TIER == 0
uint quad_index(uint base, uint step) { return base + 4u * (step * GROUP + rank()); }

Value step_exclusive(Value value, inout Value carry) {
    Value total;
    Value before = combine(carry, group_exclusive(value, total));
    carry = combine(carry, total);
    return before;
}
Value rowt_before(Value carry, out Value total) {
    total = carry;
    return IDENTITY;
}
#else
uint quad_index(uint base, uint step) {
    return base + 4u * (lanes() * (row() * QUADS + step) + lane());
}

Value step_exclusive(Value value, inout Value carry) {
    Value inclusive = lanes_inclusive(value);
    Value before = combine(carry, lanes_up(inclusive));
    carry = combine(carry, lanes_read(inclusive, lanes() - 1u));
    return before;
}
Value rowt_before(Value carry, out Value total) { return rows_exclusive(carry, total); }
#endif

Value tile_scan(uint base, uint n) {
    Value carry = IDENTITY;
    for (uint step = 0u; step < QUADS; ++step)
        t_quads[step] = load_quad(quad_index(base, step), n);
    for (uint step = 0u; step < QUADS; ++step)
        t_before[step] = step_exclusive(combine_quad(t_quads[step]), carry);
    Value total;
    t_row_before = rowt_before(carry, total);
    return total;
}

Value tile_total(uint base, uint n) {
    Value carry = IDENTITY;
    for (uint step = 0u; step < QUADS; ++step)
        step_exclusive(combine_quad(load_quad(quad_index(base, step), n)), carry);
    Value total;
    rowt_before(carry, total);
    return total;
}

void tile_store(uint base, uint n, Value prefix) {
    Value before = combine(prefix, t_row_before);
    for (uint step = 0u; step < QUADS; ++step)
        store_quad(quad_index(base, step), n, pass_quad(combine(before, t_before[step]), t_quads[step]));
}
