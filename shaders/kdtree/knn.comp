#version 430
// Finds the K nearest points of each query within a radius; of equal distances, those with the smallest index.
// Reads 0, 1: see tree.glsl, 2, 3: see parts.glsl, 4: the point of each node. Writes 5: indices, 6: squared
// distances.
// The host defines K, and BUCKET, see ball_walk.glsl.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/distance.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/tree.glsl"
#include "kdtree/parts.glsl"
#include "kdtree/ball_walk.glsl"

layout(std430, binding = 4) readonly buffer Index {
    uint point_index[];
};
layout(std430, binding = 5) buffer Found {
    uint found[];
};
layout(std430, binding = 6) buffer Distances {
    Words distances[];
};

#define NO_POINT 0xffffffffu

// Sorted. Missing points have the greatest accepted distance and come after every point at that distance.
Words t_distances[K];
uint t_points[K];

bool is_before(Words distance, uint point, uint place) {
    return is_less(distance, t_distances[place]) || (distance == t_distances[place] && point < t_points[place]);
}

Distance limit() { return distance_of(t_distances[K - 1]); }

void offer(Distance found_distance, uint node) {
    Words distance = words_of(found_distance);
    uint point = NO_POINT;
    if (!is_less(t_distances[K - 1], distance))
        point = point_index[u_first[4] + node];
    if (!is_before(distance, point, K - 1u))
        return;
    // Later points move back by one, starting with the last. The loop covers every place, so that arrays stay in
    // registers. No index is a constant: Mesa 22.3 loses writes to such elements.
    for (uint behind = K; behind > 0u; --behind) {
        uint place = behind - 1u, last = max(place, 1u) - 1u;
        if (place > 0u && is_before(distance, point, last)) {
            t_distances[place] = t_distances[last];
            t_points[place] = t_points[last];
        } else if (is_before(distance, point, place)) {
            t_distances[place] = distance;
            t_points[place] = point;
        }
    }
}

// Part 0 starts empty. The distance of missing points is not stored; each part sets it again.
void load(uint query) {
    for (uint place = 0u; place < K; ++place) {
        t_points[place] = u_part == 0u ? NO_POINT : found[u_first[5] + query * K + place];
        t_distances[place] = t_points[place] == NO_POINT ? SQUARED_RADIUS : distances[u_first[6] + query * K + place];
    }
}

void store(uint query) {
    for (uint place = 0u; place < K; ++place) {
        found[u_first[5] + query * K + place] = t_points[place];
        distances[u_first[6] + query * K + place] =
            t_points[place] == NO_POINT ? words_of(INFINITE_DISTANCE) : t_distances[place];
    }
}
