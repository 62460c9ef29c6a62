// Loads a tile and stores it in the order of a digit, one run per digit.
// Needs radix_tile.glsl and radix_scatter.glsl. whole: the tile is full, so no branches keep loads from
// overlapping.
shared uint s_places[DIGITS]; // added to an index in the sorted tile

// After the last key come keys with the greatest digit, which end up last.
void load_keys(uint base, uint n, bool whole) {
    for (uint step = 0u; step < ITEMS; ++step)
        t_orders[step] =
            whole || base + own_index(step) < n ? order_of(keys[u_first[0] + base + own_index(step)]) : ~0u;
}

// Overwrites the keys, once they are in order.
void load_payloads(uint base, uint n, bool whole) {
#if PAYLOAD != NO_VALUES
    for (uint step = 0u; step < ITEMS; ++step)
        t_orders[step] = whole || base + own_index(step) < n ? load_payload(base + own_index(step)) : 0u;
#endif
}

#define PART_ITEMS (ITEMS / PARTS)

// The first part is in order.
void store_tile(uint base, uint n, bool whole) {
    uint size = n - base;
    uint places[ITEMS];
    for (uint part = 0u; part < PARTS; ++part) {
        if (part > 0u)
            put_in_order(part);
        for (uint step = 0u; step < PART_ITEMS; ++step) {
            uint index = step * GROUP + rank(), item = part * PART_ITEMS + step;
            uint order = s_words[index];
            places[item] = s_places[digit_of(order)] + part * PART + index;
            if (whole || part * PART + index < size)
                sorted_keys[u_first[2] + places[item]] = key_of(order);
        }
    }
#if PAYLOAD != NO_VALUES
#if PARTS > 1
    load_payloads(base, n, whole);
#endif
    for (uint part = 0u; part < PARTS; ++part) {
        put_in_order(part);
        for (uint step = 0u; step < PART_ITEMS; ++step) {
            uint index = step * GROUP + rank();
            if (whole || part * PART + index < size)
                sorted_values[u_first[4] + places[part * PART_ITEMS + step]] = s_words[index];
        }
    }
#endif
}
