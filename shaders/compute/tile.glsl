// Scans a tile of GROUP * ITEMS elements in one group. Every invocation calls tile_scan(), then tile_store();
// tile_total() returns, for any tile, the same as tile_scan(), bit for bit.
// The host defines ITEMS (per invocation), METHOD and EXCLUSIVE. The includer first defines where elements come
// from (load_value, load_quad as in elements_in.glsl) and where the results go (store_value, store_quad as in
// tile_results.glsl).
#define HORIZONTAL 0
#define TREE 1
#define VERTICAL 2
#define TILE (GROUP * ITEMS)

uint tile_count(uint n) { return n / TILE + (n % TILE != 0u ? 1u : 0u); }

#include "compute/group_scan.glsl"

// Returns the result for element `value` after the total `before`, and updates `before` for the next element.
Value pass_element(inout Value before, Value value) {
#if EXCLUSIVE
    Value result = before;
    if (begins_segment(value))
        result = IDENTITY;
    before = combine(before, value);
    return result;
#else
    before = combine(before, value);
    return before;
#endif
}

Value combine_quad(Quad quad) {
    return combine(combine(combine(quad.a, quad.b), quad.c), quad.d);
}

Quad pass_quad(Value before, Quad quad) {
    Quad result;
    result.a = pass_element(before, quad.a);
    result.b = pass_element(before, quad.b);
    result.c = pass_element(before, quad.c);
    result.d = pass_element(before, quad.d);
    return result;
}

#if METHOD == HORIZONTAL
#include "compute/tile_horizontal.glsl"
#elif METHOD == TREE
#include "compute/tile_tree.glsl"
#elif METHOD == VERTICAL
#include "compute/tile_vertical.glsl"
#endif
