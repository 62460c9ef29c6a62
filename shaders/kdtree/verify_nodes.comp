#version 430
// Finds the first node that names no point, or a point with other coordinates. Points are bound one range at a time;
// each node is compared with its point while that is bound.
// Reads 0 to 2: see point_rows.glsl. Writes 3: the node, if less than the value there.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/point_rows.glsl"

layout(std430, binding = 3) buffer Found {
    uint found[];
};
layout(location = 13) uniform uint u_rows;
layout(location = 14) uniform uint u_points; // all of them

bool is_wrong(uint node) {
    uint point = point_index[u_first[1] + node];
    if (point >= u_points)
        return true;
    uint row = point - u_first_point; // wraps past all rows if the point is before them
    return row < u_rows && compare_super_keys(row, node, 0u) != 0;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint node = own_item(k);
        if (node < n && is_wrong(node))
            atomicMin(found[u_first[3]], node);
    }
}
