#version 430
// Sorts short rows of query results, one group per row: an element's place is the number of elements before it.
// Reads 0: offsets, where each row begins, then the end of the last; 1: nodes, 2: the point of each node. Writes 3:
// points, 4: a flag, set if a row is longer than SPAN and therefore skipped. DISTANCES: reads 5: squared distances,
// writes 6: the same, sorted.
// The host defines SPAN; DISTANCES: they move along; BY_DISTANCE: sort by distance, then point, otherwise by point;
// and FLOATS and DIMENSIONS, see distance.glsl.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/distance.glsl"

layout(std430, binding = 0) readonly buffer Offsets {
    uint offsets[];
};
layout(std430, binding = 1) readonly buffer Nodes {
    uint nodes[];
};
layout(std430, binding = 2) readonly buffer Index {
    uint point_index[];
};
layout(std430, binding = 3) writeonly buffer Points {
    uint points[];
};
layout(std430, binding = 4) writeonly buffer Long {
    uint is_long[];
};
shared uint s_points[SPAN];

#if DISTANCES
layout(std430, binding = 5) readonly buffer Distances {
    Words distances[];
};
layout(std430, binding = 6) writeonly buffer SortedDistances {
    Words sorted_distances[];
};
shared Words s_distances[SPAN];
#endif

bool is_before(uint a, uint b) {
#if BY_DISTANCE
    if (s_distances[a] != s_distances[b])
        return is_less(s_distances[a], s_distances[b]);
#endif
    return s_points[a] < s_points[b];
}

uint place_of(uint element, uint size) {
    uint before = 0u;
    for (uint other = 0u; other < size; ++other)
        before += is_before(other, element) ? 1u : 0u;
    return before;
}

void main() {
    uint row = group_index();
    uint first = 0u, size = 0u;
    if (row < length_of_input()) {
        first = offsets[u_first[0] + row];
        size = offsets[u_first[0] + row + 1u] - first;
        if (size > SPAN) {
            is_long[u_first[4]] = 1u;
            size = 0u;
        }
    }
    for (uint i = gl_LocalInvocationIndex; i < size; i += GROUP) {
        s_points[i] = point_index[u_first[2] + nodes[u_first[1] + first + i]];
#if DISTANCES
        s_distances[i] = distances[u_first[5] + first + i];
#endif
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < size; i += GROUP) {
        uint place = first + place_of(i, size);
        points[u_first[3] + place] = s_points[i];
#if DISTANCES
        sorted_distances[u_first[6] + place] = s_distances[i];
#endif
    }
}
