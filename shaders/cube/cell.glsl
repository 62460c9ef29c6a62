// The aggregates of nodes, and the cells of queries. Needs kernel.glsl, fold.glsl and measures.glsl.
// The host defines the bindings COUNTS_AT, VALUES_AT and RESULTS_AT.
#define CELL_WORDS (1u + 2u * MEASURES)

layout(std430, binding = COUNTS_AT) readonly buffer Counts {
    uint counts[];
};
layout(std430, binding = VALUES_AT) readonly buffer Values {
    uvec2 values[];
};
layout(std430, binding = RESULTS_AT) buffer Results {
    uint results[];
};
layout(location = 18) uniform uint u_nodes;

struct Cell {
    uint count;
    uvec2 values[MEASURES + 1];
};

Cell no_rows() {
    Cell cell;
    cell.count = 0u;
    for (uint m = 0u; m < MEASURES; ++m)
        cell.values[m] = identity_of(folds[m]);
    return cell;
}
// Nodes are numbered through all levels.
void add_node(inout Cell cell, uint node) {
    cell.count += counts[u_first[COUNTS_AT] + node];
    for (uint m = 0u; m < MEASURES; ++m)
        cell.values[m] = folded(folds[m], cell.values[m], values[u_first[VALUES_AT] + m * u_nodes + node]);
}
void store_cell(uint query, Cell cell) {
    uint at = u_first[RESULTS_AT] + query * CELL_WORDS;
    results[at] = cell.count;
    for (uint m = 0u; m < MEASURES; ++m) {
        results[at + 1u + 2u * m] = cell.values[m].x;
        results[at + 2u + 2u * m] = cell.values[m].y;
    }
}
Cell load_cell(uint query) {
    uint at = u_first[RESULTS_AT] + query * CELL_WORDS;
    Cell cell;
    cell.count = results[at];
    for (uint m = 0u; m < MEASURES; ++m)
        cell.values[m] = uvec2(results[at + 1u + 2u * m], results[at + 2u + 2u * m]);
    return cell;
}
