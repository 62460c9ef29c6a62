#version 430
// Appends a tile's selected elements, in order, to those of the tiles before it.
// Reads 0: elements, 1: flags. Writes 2: output, 3: number of selected elements. TOTALS: scanned totals of the
// tiles.
// 6: states.
// The host defines BEFORE and TOTALS as in tile_pass.glsl, and BOTH: the elements that are not selected follow the
// selected ones.
#pragma optionNV(unroll all) // NVIDIA: keeps a tile in registers; other drivers ignore it
#define EXCLUSIVE 1
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/selection.glsl"

layout(std430, binding = 2) writeonly buffer Output {
    P output_elements[];
};
layout(std430, binding = 3) writeonly buffer Selected {
    uint selected[];
};
layout(location = 12) uniform uint u_capacity; // of the output; elements beyond it are dropped

uint t_selected; // BOTH: total number of selected elements

// before: number of selected elements before this one.
void store_element(P element, uint index, uint is_selected, uint before) {
#if BOTH
    uint place = is_selected != 0u ? before : t_selected + index - before;
    if (place < u_capacity)
        output_elements[u_first[2] + place] = element;
#else
    if (is_selected != 0u && before < u_capacity)
        output_elements[u_first[2] + before] = element;
#endif
}

void store_value(uint index, uint n, uint is_selected, uint before) {
    if (index < n)
        store_element(load_element(index), index, is_selected, before);
}

void store_quad(uint index, uint n, Quad is_selected, Quad before, bool whole) {
    if (whole) {
        Elements elements = load_elements(index);
        store_element(elements.a, index, is_selected.a, before.a);
        store_element(elements.b, index + 1u, is_selected.b, before.b);
        store_element(elements.c, index + 2u, is_selected.c, before.c);
        store_element(elements.d, index + 3u, is_selected.d, before.d);
    } else {
        store_value(index, n, is_selected.a, before.a);
        store_value(index + 1u, n, is_selected.b, before.b);
        store_value(index + 2u, n, is_selected.c, before.c);
        store_value(index + 3u, n, is_selected.d, before.d);
    }
}

#include "compute/tile.glsl"
#include "compute/tile_pass.glsl"

void main() {
    uint n = length_of_input();
    uint tiles = tile_count(n);
    uint tile = take_tile();
    if (tile < tiles) {
        uint total;
        uint before = tile_before(tile, n, total);
#if BOTH
        t_selected = totals[u_first[TOTALS] + tiles];
#endif
        tile_store(tile * TILE, n, before);
        end_tile(tile);
        if (tile == tiles - 1u && rank() == 0u)
            selected[u_first[3]] = before + total;
    }
    if (tiles == 0u && tile == 0u && rank() == 0u)
        selected[u_first[3]] = 0u;
}
