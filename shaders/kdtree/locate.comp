#version 430
// Locates each query in the tree: the first node of the small subtree that it falls into. Queries sorted by it
// take similar paths.
// Reads 0, 1: see tree.glsl. Writes 2: places. The host defines BUCKET, the most nodes of a small subtree.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/distance.glsl"
#include "kdtree/tree.glsl"

layout(std430, binding = 2) writeonly buffer Places {
    uint places[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint query = own_item(k);
        if (query < n) {
            uint first = 0u, last = u_nodes, axis = 0u;
            while (last - first > BUCKET) {
                uint root = root_of_nodes(first, last);
                if (coordinate_of_query(query, axis) < coordinate_of(root, axis))
                    last = root;
                else
                    first = root + 1u;
                axis = next_axis(axis);
            }
            places[u_first[2] + query] = first;
        }
    }
}
