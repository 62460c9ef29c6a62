#version 430
// Computes each node's children and split axis, which depend only on the size of the tree.
// Writes 0: left children, 1: right children, 2: axes. No node: all bits set.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/segment.glsl"

layout(std430, binding = 0) writeonly buffer Left {
    uint left_nodes[];
};
layout(std430, binding = 1) writeonly buffer Right {
    uint right_nodes[];
};
layout(std430, binding = 2) writeonly buffer Axes {
    uint axes[];
};
layout(location = 12) uniform uint u_dimensions;

uint node_of(Segment segment) { return segment.cells > 1u ? root_of(segment) : 0xffffffffu; }

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n) {
            Segment segment = Segment(0u, n + 1u);
            uint level = 0u;
            for (; root_of(segment) != node; ++level) {
                if (node < root_of(segment))
                    segment = left_of(segment);
                else
                    segment = right_of(segment);
            }
            left_nodes[u_first[0] + node] = node_of(left_of(segment));
            right_nodes[u_first[1] + node] = node_of(right_of(segment));
            axes[u_first[2] + node] = level % u_dimensions;
        }
    }
}
