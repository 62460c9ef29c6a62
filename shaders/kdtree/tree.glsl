// A tree and the queries on it. Needs kernel.glsl, and Coordinate, the type of coordinates.
// Reads 0: coordinates of the nodes, 1: queries.
layout(std430, binding = 0) readonly buffer Nodes {
    Coordinate nodes[];
};
layout(std430, binding = 1) readonly buffer Queries {
    Coordinate queries[];
};
layout(location = 12) uniform uint u_nodes;

Coordinate coordinate_of(uint node, uint axis) { return nodes[u_first[0] + node * DIMENSIONS + axis]; }
Coordinate coordinate_of_query(uint query, uint axis) { return queries[u_first[1] + query * DIMENSIONS + axis]; }

uint next_axis(uint axis) { return axis + 1u == DIMENSIONS ? 0u : axis + 1u; }
// The root of nodes first to last - 1, as in Subtree.
uint root_of_nodes(uint first, uint last) { return first + (last - first - 1u) / 2u; }
