// What walks find of each query, in a row of its own, in no order: how many points, or, where COLLECT, which nodes.
// See parts.glsl. Needs kernel.glsl.
// Reads and writes 4: how many points each query has; COLLECT: where the next one of its row goes. Binding 5 is for
// who includes this. COLLECT: writes 6: nodes.
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
// The next place, unless there is none: rows may have been counted for other queries.
bool take_place(out uint place) {
    place = t_place;
    ++t_place;
    return u_first[6] + place < found.length();
}
#endif
