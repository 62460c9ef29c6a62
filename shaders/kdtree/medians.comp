#version 430
// Gathers the points of a level's nodes from left to right; all bits set if a segment has no node.
// Reads 0: the points in the order of the tree. Writes 1: the points of the level.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/segment.glsl"

layout(std430, binding = 0) readonly buffer Index {
    uint point_index[];
};
layout(std430, binding = 1) writeonly buffer Medians {
    uint medians[];
};
layout(location = 12) uniform uint u_nodes;
layout(location = 13) uniform uint u_level;

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            Segment segment = segment_of_level(i, u_level, u_nodes + 1u);
            medians[u_first[1] + i] =
                segment.cells > 1u ? point_index[u_first[0] + root_of(segment)] : 0xffffffffu;
        }
    }
}
