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
