// Vertical: each invocation owns a chunk of neighbouring elements and walks it twice, first for its sum, then,
// once it knows the total before it, for the results.
Value t_before; // total before the chunk, within the tile

Value chunk_total(uint base, uint n) {
    uint first = base + rank() * ITEMS;
    bool whole = is_whole(base, TILE, n);
    Value sum = IDENTITY;
    for (uint i = 0u; i < ITEMS; i += 4u)
        sum = combine(sum, combine_quad(load_quad(first + i, n, whole)));
    return sum;
}

Value tile_scan(uint base, uint n) {
    Value total;
    t_before = group_exclusive(chunk_total(base, n), total);
    return total;
}

Value tile_total(uint base, uint n) { return group_total(chunk_total(base, n)); }

void tile_store(uint base, uint n, Value prefix) {
    uint first = base + rank() * ITEMS;
    bool whole = is_whole(base, TILE, n);
    Value before = combine(prefix, t_before);
    for (uint i = 0u; i < ITEMS; i += 4u) {
        Quad quad = load_quad(first + i, n, whole);
        store_quad(first + i, n, quad, pass_quad(before, quad), whole);
        before = combine(before, combine_quad(quad));
    }
}
