#version 430
// Finds the first node of a level that is on the wrong side of any of its ancestors. Their positions depend only on the
// size of the tree, not on its contents.
// Reads 0: see super_key.glsl. Writes 1: the node, if less than the value there.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/super_key.glsl"

layout(std430, binding = 1) buffer Found {
    uint found[];
};
layout(location = 12) uniform uint u_nodes;
layout(location = 13) uniform uint u_level;

uint key_of_point(uint node, uint axis) { return key_of_node(node, axis); }

bool is_wrong(uint node) {
    Segment segment = Segment(0u, u_nodes + 1u);
    for (uint level = 0u; level < u_level; ++level) {
        uint ancestor = root_of(segment);
        int order = compare_super_keys(node, ancestor, level % DIMENSIONS);
        if (node < ancestor ? order >= 0 : order <= 0)
            return true;
        if (node < ancestor)
            segment = left_of(segment);
        else
            segment = right_of(segment);
    }
    return false;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            Segment segment = segment_of_level(i, u_level, u_nodes + 1u);
            // On the last level some segments have no node, only the cell after them.
            if (segment.cells > 1u && is_wrong(root_of(segment)))
                atomicMin(found[u_first[1]], root_of(segment));
        }
    }
}
