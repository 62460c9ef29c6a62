// Keys of long segments, side by side in the order in which these are listed. Needs kernel.glsl.
// Binding 1: ends of the segments there. 2: firsts, where they begin in the whole array.
layout(std430, binding = 1) readonly buffer Ends {
    uint ends[];
};
layout(std430, binding = 2) readonly buffer Firsts {
    uint firsts[];
};

uint end_of(uint segment) { return ends[u_first[1] + segment]; }
uint start_of(uint segment) { return segment == 0u ? 0u : end_of(segment - 1u); }

// Where key `index` of a long segment is in the whole array.
uint place_of(uint segment, uint index) { return firsts[u_first[2] + segment] + (index - start_of(segment)); }
