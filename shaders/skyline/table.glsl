// Rows of keys, of which the smaller is better. Needs kernel.glsl.
// Reads 0: rows one after the other. The host defines DIMENSIONS.
layout(std430, binding = 0) readonly buffer Table {
    uint table[];
};

uint key_of(uint row, uint axis) { return table[u_first[0] + row * DIMENSIONS + axis]; }

// True if row p is nowhere worse than q and somewhere better.
bool dominates(uint p, uint q) {
    bool better = false;
    for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
        uint a = key_of(p, axis), b = key_of(q, axis);
        if (a > b)
            return false;
        better = better || a < b;
    }
    return better;
}
