// Scans one value per invocation over the group. Every invocation must call these functions: they contain
// barriers. Needs kernel.glsl and operator.glsl.
#include "compute/lanes.glsl"

shared Value s_rows[GROUP];

#if TIER == 0
// Hillis and Steele: log2(GROUP) steps, each combining with a value twice as far away.
Value group_inclusive(Value value) {
    uint rank = rank();
    barrier();
    s_rows[rank] = value;
    barrier();
    for (uint distance = 1u; distance < GROUP; distance *= 2u) {
        Value before = IDENTITY;
        if (rank >= distance)
            before = s_rows[rank - distance];
        barrier();
        value = combine(before, value);
        s_rows[rank] = value;
        barrier();
    }
    return value;
}

// Returns the total of the invocations before this one; total: of all.
Value group_exclusive(Value value, out Value total) {
    group_inclusive(value);
    uint rank = rank();
    total = s_rows[GROUP - 1];
    Value before = IDENTITY;
    if (rank != 0u)
        before = s_rows[rank - 1u];
    return before;
}
#else
// The same for one value per row: returns the total of the rows before; total: of all.
Value rows_exclusive(Value value, out Value total) {
    barrier();
    if (lane() == lanes() - 1u)
        s_rows[row()] = value;
    barrier();
    // Every row scans the totals of all rows, one per lane at a time.
    Value before = IDENTITY;
    total = IDENTITY;
    for (uint first = 0u; first < rows(); first += lanes()) {
        Value row_total = IDENTITY;
        if (first + lane() < rows())
            row_total = s_rows[first + lane()];
        Value inclusive = lanes_inclusive(row_total);
        uint index = row() - 1u - first;
        if (row() > first)
            before = combine(total, lanes_read(inclusive, min(index, lanes() - 1u)));
        total = combine(total, lanes_read(inclusive, lanes() - 1u));
    }
    return before;
}

Value group_exclusive(Value value, out Value total) {
    Value inclusive = lanes_inclusive(value);
    Value exclusive = lanes_exclusive(value, inclusive);
    Value before = rows_exclusive(inclusive, total);
    return combine(before, exclusive);
}
#endif

// The total of the group's values, for every invocation.
Value group_total(Value value) {
    Value total;
    group_exclusive(value, total);
    return total;
}

// The same with fewer steps; a sum of floats may be rounded differently.
#if TIER == 2 && !SEGMENTED
Value group_reduce(Value value) {
    Value row_total = lanes_combine_plain(value);
    barrier();
    if (lane() == 0u)
        s_rows[row()] = row_total;
    barrier();
    Value total = IDENTITY;
    for (uint first = 0u; first < rows(); first += lanes())
        total = combine(total, lanes_combine_plain(first + lane() < rows() ? s_rows[first + lane()] : IDENTITY));
    return total;
}
#else
Value group_reduce(Value value) { return group_total(value); }
#endif
