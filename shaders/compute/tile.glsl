// Scans a tile of GROUP * ITEMS elements in one group. Every invocation calls tile_scan(), then tile_store();
// tile_total() returns, for any tile, the same as tile_scan(), bit for bit.
// The host defines ITEMS (per invocation), METHOD and EXCLUSIVE. The includer first defines where elements come
// from (load_value, load_quad as in elements_in.glsl) and where the results go (store_value, store_quad as in
// scan_tile.comp).
#define HORIZONTAL 0
#define TREE 1
#define VERTICAL 2
#define TILE (GROUP * ITEMS)

uint tile_count(uint n) { return n / TILE + (n % TILE != 0u ? 1u : 0u); }

#include "compute/group_scan.glsl"

// Returns the result for element `value` after the total `before`, and updates `before` for the next element.
Value pass_element(inout Value before, Value value) {
#if EXCLUSIVE
    Value result = before;
    if (begins_segment(value))
        result = IDENTITY;
    before = combine(before, value);
    return result;
#else
    before = combine(before, value);
    return before;
#endif
}

Value combine_quad(Quad quad) {
    return combine(combine(combine(quad.a, quad.b), quad.c), quad.d);
}

Quad pass_quad(Value before, Quad quad) {
    Quad result;
    result.a = pass_element(before, quad.a);
    result.b = pass_element(before, quad.b);
    result.c = pass_element(before, quad.c);
    result.d = pass_element(before, quad.d);
    return result;
}

#if METHOD == HORIZONTAL
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
#elif METHOD == TREE
// Tree: a balanced tree of sums over the tile in shared memory, built upward, then walked down (Blelloch).
// TILE_IS_KEPT: tile_total() of another tile overwrites this one.
#define TILE_IS_KEPT 1

// One word of padding after every 32, so that power-of-two strides hit different banks.
uint place(uint index) { return index + (index >> 5); }
shared Value s_tree[TILE + TILE / 32];

void load_tree(uint base, uint n) {
    barrier();
    for (uint i = rank(); i < TILE; i += GROUP)
        s_tree[place(i)] = load_value(base + i, n);
}

void up_sweep() {
    for (uint width = 1u; width < TILE; width *= 2u) {
        barrier();
        for (uint node = rank(); node < TILE / (2u * width); node += GROUP) {
            uint right = 2u * width * (node + 1u) - 1u;
            s_tree[place(right)] = combine(s_tree[place(right - width)], s_tree[place(right)]);
        }
    }
    barrier();
}

void down_sweep() {
    if (rank() == 0u)
        s_tree[place(TILE - 1u)] = IDENTITY;
    for (uint width = TILE / 2u; width > 0u; width /= 2u) {
        barrier();
        for (uint node = rank(); node < TILE / (2u * width); node += GROUP) {
            uint right = 2u * width * (node + 1u) - 1u;
            Value left_sum = s_tree[place(right - width)];
            Value before = s_tree[place(right)];
            s_tree[place(right - width)] = before;
            s_tree[place(right)] = combine(before, left_sum);
        }
    }
    barrier();
}

Value tile_total(uint base, uint n) {
    load_tree(base, n);
    up_sweep();
    Value total = s_tree[place(TILE - 1u)];
    barrier();
    return total;
}

Value tile_scan(uint base, uint n) {
    Value total = tile_total(base, n);
    down_sweep();
    return total;
}

void tile_store(uint base, uint n, Value prefix) {
    for (uint i = rank(); i < TILE; i += GROUP) {
        Value before = combine(prefix, s_tree[place(i)]);
        Value value = load_value(base + i, n);
        store_value(base + i, n, value, pass_element(before, value));
    }
}
#elif METHOD == VERTICAL
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
#endif
