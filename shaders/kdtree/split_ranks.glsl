// Ranks the cells of a group by their digits: how many of the segment's earlier cells have the same digit. Each
// invocation has ITEMS neighbouring cells, in which at most one segment begins.
// Needs digits.glsl, group_scan.glsl and segment.glsl. Every invocation must call rank_cells(): it contains barriers.
// The includer defines Segment segment_of(uint k), that of this invocation's cell k, and void take_rank(uint k, uint
// rank), which receives the rank of each cell. Cells before the group's first cell do not count.
Segment segment_of(uint k);
void take_rank(uint k, uint rank);

uint t_digits[ITEMS];

// base: the group's first cell.
void rank_cells(uint base) {
    uint first = base + rank() * ITEMS;
    uvec4 own = uvec4(0u), own_before_begin = uvec4(0u);
    for (uint k = 0u; k < ITEMS; ++k) {
        if (segment_of(k).first == first + k)
            own_before_begin = own;
        own += one_of(t_digits[k]);
    }
    uvec4 total;
    uvec4 earlier = group_exclusive(own, total);
    barrier();
    s_rows[rank()] = earlier + own_before_begin; // the scan needs its rows no longer
    barrier();
    uint begin = segment_of(0u).first;
    if (begin >= base)
        earlier -= s_rows[(begin - base) / ITEMS];
    for (uint k = 0u; k < ITEMS; ++k) {
        if (segment_of(k).first == first + k)
            earlier = uvec4(0u);
        take_rank(k, count_of(earlier, t_digits[k]));
        earlier += one_of(t_digits[k]);
    }
}
