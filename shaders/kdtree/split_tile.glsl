// How a pass splits segments of level u_level into those u_bits levels further down, in one order of the points. Each
// group splits a tile. Needs kernel.glsl, group_scan.glsl and segment.glsl.
// The host defines ITEMS, neighbouring cells of an invocation: 8, whose digits of 4 bits fill a word. Segments have more
// cells than that; SEGMENTS, the maximum number of segments that overlap a tile.
layout(location = 12) uniform uint u_cells;
layout(location = 13) uniform uint u_level;
layout(location = 14) uniform uint u_bits;

#define TILE (GROUP * ITEMS)
#define DIGITS_MASK ((1u << u_bits) - 1u)
// In the word of digits: the point's side on the level that its new side will replace.
#define FORMER (1u << min(u_bits, MOST_BITS - 1u))

shared uint s_begins[SEGMENTS + 1u]; // first cells of the tile's segments and of the next segment

// Segment `index` of those that overlap the tile, or of those after them. After the last segment: an empty one at the
// end of the tree.
Segment tile_segment(uint index) {
    uint number = number_at(group_index() * TILE, u_level, u_cells) + index;
    if (number >> u_level != 0u)
        return Segment(u_cells, 0u);
    return segment_of_level(number, u_level, u_cells);
}

// Index of the segment that contains a cell of the tile.
uint index_at(uint cell) {
    uint index = 0u;
    for (uint later = 1u; later < SEGMENTS; ++later)
        index += s_begins[later] <= cell ? 1u : 0u;
    return index;
}
