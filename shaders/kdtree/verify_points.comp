#version 430
// Finds the first point that no node names and that a descent from the root does not find at a node that names an
// equal, earlier point. The descent depends on the size of the tree, so it ends whatever the contents.
// Reads 0 to 2: see point_rows.glsl, 3: flags of the rows whose points nodes name. Writes 4: the point, if less than
// the value there.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/point_rows.glsl"
#include "kdtree/segment.glsl"

layout(std430, binding = 3) readonly buffer Named {
    uint named[];
};
layout(std430, binding = 4) buffer Found {
    uint found[];
};
layout(location = 13) uniform uint u_nodes;

bool is_found(uint row) {
    Segment segment = Segment(0u, u_nodes + 1u);
    for (uint level = 0u; segment.cells > 1u; ++level) {
        uint root = root_of(segment);
        int order = compare_super_keys(row, root, level % DIMENSIONS);
        if (order == 0)
            return point_index[u_first[1] + root] <= u_first_point + row;
        if (order < 0)
            segment = left_of(segment);
        else
            segment = right_of(segment);
    }
    return false;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint row = own_item(k);
        if (row < n && named[u_first[3] + row] == 0u && !is_found(row))
            atomicMin(found[u_first[4]], u_first_point + row);
    }
}
