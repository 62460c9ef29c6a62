#version 430
// Tells the sides of all points on the first level from the order that divides it.
// Reads 0: the order, 1: the points by number. Writes 2: fields, see sides.glsl, 3: nodes.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/segment.glsl"
#define FIELDS 2
#include "kdtree/sides.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer Points {
    uint points[];
};
layout(std430, binding = 3) writeonly buffer Nodes {
    uint nodes[];
};

void main() {
    uint n = length_of_input();
    uint root = root_of(Segment(0u, n + 1u));
    for (uint k = 0u; k < ITEMS; ++k) {
        uint place = own_item(k);
        if (place < n && place >= root) {
            uint point = order[u_first[0] + place];
            atomicOr(fields[word_of(point)], (place == root ? DONE : 1u) << shift_of(point));
            if (place == root)
                nodes[u_first[3] + place] = points[u_first[1] + point];
        }
    }
}
