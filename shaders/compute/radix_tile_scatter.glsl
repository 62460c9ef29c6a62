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

void store_tile(uint base, uint n, bool whole) {
    uint size = n - base;
    uint places[ITEMS];
    for (uint step = 0u; step < ITEMS; ++step) {
        uint index = step * GROUP + rank();
        uint order = s_words[index];
        places[step] = s_places[digit_of(order)] + index;
        if (whole || index < size)
            sorted_keys[u_first[2] + places[step]] = key_of(order);
    }
#if PAYLOAD != NO_VALUES
    put_in_order();
    for (uint step = 0u; step < ITEMS; ++step) {
        uint index = step * GROUP + rank();
        if (whole || index < size)
            sorted_values[u_first[4] + places[step]] = s_words[index];
    }
#endif
}
