// The results of walks: the number of points found by each query or, if COLLECT, their nodes, one row per query in no
// particular order. See parts.glsl. Needs kernel.glsl.
// Reads and writes 4: number of points of each query; COLLECT: the next free place in its row. Binding 5 is left to the
// includer. COLLECT: writes 6: nodes.
// The host defines COLLECT.
layout(std430, binding = 4) buffer Places {
    uint places[];
};
#if COLLECT
layout(std430, binding = 6) writeonly buffer Found {
    uint found[];
};
#endif
uint t_place;

void load(uint query) { t_place = places[u_first[4] + query]; }
void store(uint query) { places[u_first[4] + query] = t_place; }

#if COLLECT
// Takes the next place. False if there is none left: rows may have been counted for other queries.
bool take_place(out uint place) {
    place = t_place;
    ++t_place;
    return u_first[6] + place < found.length();
}
#endif
