#version 430
// Classifies segments by size: those that a group of some shape can sort, and long ones.
// Reads 0: offsets. Writes 1: counts, the number of segments of each kind, then the number of keys in long
// ones; all are 0 before. 2: segments, a list for each kind but the long one, in any order; the stride between
// lists is the number of segments. 3: firsts, where the long ones begin, and 4: their sizes, in the same order.
#include "compute/kernel.glsl"
#define SHAPES 3
#define LONG SHAPES
#define KINDS (SHAPES + 1)

layout(std430, binding = 0) readonly buffer Offsets {
    uint offsets[];
};
layout(std430, binding = 1) coherent buffer Counts {
    uint counts[];
};
layout(std430, binding = 2) writeonly buffer Segments {
    uint segments[];
};
layout(std430, binding = 3) writeonly buffer Firsts {
    uint firsts[];
};
layout(std430, binding = 4) writeonly buffer Sizes {
    uint sizes[];
};
layout(location = 12) uniform uint u_keys; // of all segments
layout(location = 13) uniform uint u_most[SHAPES]; // most keys for a group of each shape, ascending; 0: none

shared uint s_counts[KINDS + 1];
shared uint s_places[KINDS + 1]; // where this group's segments go in each list

void main() {
    uint segment_count = length_of_input();
    uint segment = group_index() * GROUP + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex <= KINDS)
        s_counts[gl_LocalInvocationIndex] = 0u;
    barrier();
    uint first = 0u, size = 0u, kind = 0u, place = 0u;
    if (segment < segment_count) {
        first = min(offsets[u_first[0] + segment], u_keys);
        size = clamp(offsets[u_first[0] + segment + 1u], first, u_keys) - first;
        kind = LONG;
        for (uint shape = SHAPES; shape > 0u; --shape)
            kind = size <= u_most[shape - 1u] ? shape - 1u : kind;
        if (size != 0u)
            place = atomicAdd(s_counts[kind], 1u);
        if (size != 0u && kind == LONG)
            atomicAdd(s_counts[KINDS], size);
    }
    barrier();
    if (gl_LocalInvocationIndex <= KINDS)
        s_places[gl_LocalInvocationIndex] =
            atomicAdd(counts[u_first[1] + gl_LocalInvocationIndex], s_counts[gl_LocalInvocationIndex]);
    barrier();
    if (size != 0u) {
        place += s_places[kind];
        if (kind == LONG) {
            firsts[u_first[3] + place] = first;
            sizes[u_first[4] + place] = size;
        } else {
            segments[u_first[2] + kind * segment_count + place] = segment;
        }
    }
}
