#version 430
// The K nearest points of each query, of equal distances those of the smallest index.
// Reads 0 to 2: see tree.glsl. Reads 3: the order in which queries are asked. Writes 4: indices, 5: squared
// distances, 6: a flag where a query was not answered, see ball_walk.glsl; answers are of no use then, unless a
// part of the tree is asked after the other: then they are taken up again.
// The host defines K, and, see ball_walk.glsl, BUCKET.
#pragma optionNV(unroll all) // NVIDIA: arrays of an invocation in registers; no other driver knows it
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/distance.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/tree.glsl"

layout(std430, binding = 3) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 4) buffer Found {
    uint found[];
};
layout(std430, binding = 5) buffer Distances {
    Words distances[];
};
layout(std430, binding = 6) buffer Unanswered {
    uint unanswered[];
};
layout(location = 14) uniform uint u_limit_low; // the greatest squared distance, as words
layout(location = 15) uniform uint u_limit_high;
layout(location = 16) uniform uint u_level; // the part of the tree, and what is behind it
layout(location = 17) uniform uint u_part;

#define NO_POINT 0xffffffffu
#if FLOATS
#define LIMIT u_limit_low
#else
#define LIMIT uvec2(u_limit_low, u_limit_high)
#endif

// Sorted; what is missing has the greatest distance that is taken, and is behind every point of that distance.
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
        point = point_index[u_first[1] + node];
    if (!is_before(distance, point, K - 1u))
        return;
    // Those behind move on by one, from the last. Every place is looked at, so that arrays stay in registers. No
    // place is named by a constant: Mesa 22.3 loses what is written there.
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

#include "kdtree/ball_walk.glsl"

// The limit of what is missing is not stored: each part of the tree begins with it anew.
void load(uint query) {
    for (uint place = 0u; place < K; ++place) {
        t_points[place] = u_part == 0u ? NO_POINT : found[u_first[4] + query * K + place];
        t_distances[place] = t_points[place] == NO_POINT ? LIMIT : distances[u_first[5] + query * K + place];
    }
}

void store(uint query) {
    for (uint place = 0u; place < K; ++place) {
        found[u_first[4] + query * K + place] = t_points[place];
        distances[u_first[5] + query * K + place] =
            t_points[place] == NO_POINT ? words_of(INFINITE_DISTANCE) : t_distances[place];
    }
}

// Down to the part of the tree, with the gaps to it. Whether the ball reaches it.
bool reaches(Segment part) {
    Segment segment = Segment(0u, u_nodes + 1u);
    uint axis = 0u;
    for (uint level = 0u; level < u_level; ++level) {
        Coordinate split = coordinate_of(root_of(segment), axis);
        bool is_left = query_on(axis) < split;
        bool goes_left = part.first <= root_of(segment);
        if (is_left != goes_left)
            exchange_gap(axis, gap_over(axis, split));
        segment = goes_left ? left_of(segment) : right_of(segment);
        axis = next_axis(axis);
    }
    return bound() <= limit();
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            uint query = order[u_first[3] + i];
            begin_walk(query);
            load(query);
            Segment part = segment_of_level(u_part, u_level, u_nodes + 1u);
            if (reaches(part) && !walk(part.first, last_cell(part), u_level % DIMENSIONS))
                unanswered[u_first[6]] = 1u;
            if (last_cell(part) < u_nodes)
                scan(last_cell(part));
            store(query);
        }
    }
}
