// Items in ascending order. Needs packed.glsl. The host defines ORDER_AT, a binding.
layout(std430, binding = ORDER_AT) readonly buffer Order {
    uint order[];
};

// Returns the first level at which the item at a place begins a node: 0 for the first item, u_levels for an item equal
// to its predecessor.
uint first_level(uint place) {
    if (place == 0u)
        return 0u;
    uint bit = first_difference(order[u_first[ORDER_AT] + place - 1u], order[u_first[ORDER_AT] + place]);
    uint level = 1u;
    while (level < u_levels && bit >= of_level(level + 1u, FIRST_BIT))
        ++level;
    return level;
}
