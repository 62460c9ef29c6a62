// Compares points with the nodes of a tree by super keys, like scanline/kdtree/super_key.h. Needs kernel.glsl.
// Reads 0: coordinates of the nodes, as bits. The host defines DIMENSIONS, and FLOATS, see coordinate.glsl.
// The includer defines uint key_of_point(uint point, uint axis), which returns a point's coordinate as a key.
#include "points/coordinate.glsl"

layout(std430, binding = 0) readonly buffer Nodes {
    uint nodes[];
};

uint key_of_point(uint point, uint axis);
uint key_of_node(uint node, uint axis) { return key_of_bits(nodes[u_first[0] + node * DIMENSIONS + axis]); }

// Compares by the super key that starts at coordinate `first`: negative if the point is less than the node, 0 if they
// are equal, positive if the point is greater.
int compare_super_keys(uint point, uint node, uint first) {
    for (uint i = 0u; i < DIMENSIONS; ++i) {
        uint axis = (first + i) % DIMENSIONS;
        uint a = key_of_point(point, axis), b = key_of_node(node, axis);
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}
