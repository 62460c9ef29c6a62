// How a pass splits segments of level u_level into those u_bits levels further down, in one order of the points. Each
// group splits a tile. Needs kernel.glsl and segment.glsl.
// The host defines ITEMS, neighbouring cells of an invocation: 8, whose digits of 4 bits fill a word. Segments have more
// cells than that.
layout(location = 12) uniform uint u_cells;
layout(location = 13) uniform uint u_level;
layout(location = 14) uniform uint u_bits;

#define TILE (GROUP * ITEMS)
#define DIGITS_MASK ((1u << u_bits) - 1u)
// In the word of digits: the point's side on the level that its new side will replace.
#define FORMER (1u << min(u_bits, MOST_BITS - 1u))

Segment segment_with(uint cell) { return segment_at(cell, u_level, u_cells); }
