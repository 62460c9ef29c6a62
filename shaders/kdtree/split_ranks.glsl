// Ranks the cells of a group by their digits: how many of the segment's earlier cells have the same digit. Each
// invocation has ITEMS neighbouring cells, in which at most one segment begins.
// Needs digits.glsl, group_scan.glsl and segment.glsl. Every invocation must call rank_cells(): it contains barriers.
// The includer defines uint begin_of(uint k), where the segment of this invocation's cell k begins, and void
// take_rank(uint k, uint rank), which receives the rank of each cell, anything for DROPPED. Cells before the group's
// first cell do not count.
uint begin_of(uint k);
void take_rank(uint k, uint rank);

uint t_digits[ITEMS];

// base: the group's first cell.
void rank_cells(uint base) {
    uint first = base + rank() * ITEMS;
    uint own = 0u, own_before_begin = 0u;
    for (uint k = 0u; k < ITEMS; ++k) {
        if (begin_of(k) == first + k)
            own_before_begin = own;
        own += one_of(t_digits[k]);
    }
    uvec4 total;
    uvec4 earlier = group_exclusive(counters_of(own), total);
    barrier();
    s_rows[rank()] = earlier + counters_of(own_before_begin); // the scan needs its rows no longer
    barrier();
    uint begin = begin_of(0u);
    if (begin >= base)
        earlier -= s_rows[(begin - base) / ITEMS];
    own = 0u;
    for (uint k = 0u; k < ITEMS; ++k) {
        if (begin_of(k) == first + k) {
            earlier = uvec4(0u);
            own = 0u;
        }
        take_rank(k, count_of(earlier, t_digits[k]) + few_of(own, t_digits[k]));
        own += one_of(t_digits[k]);
    }
}
