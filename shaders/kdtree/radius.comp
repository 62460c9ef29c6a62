#version 430
// Finds the points within a radius of each query, those at exactly the radius included.
// Reads 0, 1: see tree.glsl, 2, 3: see parts.glsl. Writes 4, 6: see rows.glsl. COLLECT: writes 5: squared distances.
// The host defines COLLECT, see rows.glsl, and BUCKET, see ball_walk.glsl.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/distance.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/tree.glsl"
#include "kdtree/parts.glsl"
#include "kdtree/ball_walk.glsl"
#include "kdtree/rows.glsl"

#if COLLECT
layout(std430, binding = 5) writeonly buffer Distances {
    Words distances[];
};
#endif

Distance limit() { return distance_of(SQUARED_RADIUS); }

void offer(Distance distance, uint node) {
    if (distance > limit())
        return;
#if COLLECT
    uint place;
    if (take_place(place)) {
        found[u_first[6] + place] = node;
        distances[u_first[5] + place] = words_of(distance);
    }
#else
    ++t_place;
#endif
}
