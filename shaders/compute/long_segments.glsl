// The gathered keys of the long segments, side by side in list order. Needs kernel.glsl.
// Binding 1: where each segment ends in them. 2: where each begins in the whole array.
layout(std430, binding = 1) readonly buffer Ends {
    uint ends[];
};
layout(std430, binding = 2) readonly buffer Firsts {
    uint firsts[];
};

uint end_of(uint segment) { return ends[u_first[1] + segment]; }
uint start_of(uint segment) { return segment == 0u ? 0u : end_of(segment - 1u); }

// The position in the whole array of gathered key `index`, which lies in this segment.
uint place_of(uint segment, uint index) { return firsts[u_first[2] + segment] + (index - start_of(segment)); }
