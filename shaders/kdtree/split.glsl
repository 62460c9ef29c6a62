// A pass that splits every segment of a level, in one order of the points, at the median of another order, the
// divider. A point's value is its side; prefix sums of the values say where it goes. Replaces elements_in.glsl:
// bindings 0: order, 1: divider, 2: ranks of the points in the divider's initial order. Needs kernel.glsl,
// operator.glsl with uint32 sums.
// The host defines BY_LABEL: the points are numbered in the divider's order and need no ranks.
#include "compute/quad.glsl"
#include "kdtree/segment.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 0) readonly buffer OrderQuads {
    uvec4 order_quads[];
};
layout(std430, binding = 1) readonly buffer Divider {
    uint divider[];
};
layout(std430, binding = 2) readonly buffer Ranks {
    uint ranks[];
};
layout(location = 12) uniform uint u_cells;
layout(location = 13) uniform uint u_level;

// Sums are modulo 2^32; only differences within a segment matter. The lower 31 bits count the LESS points, fewer than
// 2^30; the highest bit says whether the median was among the points.
#define GREATER 0u // also for nodes of a level above
#define LESS 1u
#define MEDIAN 0x80000000u

uint rank_in_divider(uint point) {
#if BY_LABEL
    return point;
#else
    return ranks[u_first[2] + point];
#endif
}

// The sum of the values of all points in the 2^levels segments that `cells` cells are split into. Segments have q
// cells; m of them have one more.
uint values_of(uint cells, uint levels) {
    uint q = cells >> levels, m = cells & ((1u << levels) - 1u);
    uint lesses = m * ((q + 1u) / 2u) + ((1u << levels) - m) * (q / 2u) - (1u << levels);
    return levels == 0u ? lesses + MEDIAN : lesses;
}

// Returns the segment that contains `index`. values_before: sum of the values of all points before the segment.
Segment segment_at(uint index, out uint values_before) {
    Segment segment = Segment(0u, u_cells);
    values_before = 0u;
    for (uint level = u_level; level > 0u; --level) {
        Segment left = left_of(segment);
        if (index <= last_cell(left)) {
            segment = left;
        } else {
            values_before += values_of(left.cells, level - 1u);
            segment = right_of(segment);
        }
    }
    return segment;
}

struct Cut {
    Segment segment;
    uint median, rank; // the median, and its rank in the divider
};

Cut cut_at(uint index) {
    Cut cut;
    uint values_before;
    cut.segment = segment_at(index, values_before);
    cut.median = divider[u_first[1] + root_of(cut.segment)];
    cut.rank = rank_in_divider(cut.median);
    return cut;
}

uint value_by(Cut cut, uint index, uint point) {
    if (index == last_cell(cut.segment))
        return GREATER;
    if (point == cut.median)
        return MEDIAN;
    return rank_in_divider(point) < cut.rank ? LESS : GREATER;
}

uint load_point(uint index) { return order[u_first[0] + index]; }

uint load_value(uint index, uint n) {
    if (index >= n)
        return IDENTITY;
    return value_by(cut_at(index), index, load_point(index));
}

uint value_behind(inout Cut cut, uint index, uint n) {
    if (index >= n)
        return IDENTITY;
    if (index > last_cell(cut.segment))
        cut = cut_at(index);
    return value_by(cut, index, load_point(index));
}

Quad load_quad(uint index, uint n, bool whole) {
    if (index >= n)
        return Quad(IDENTITY, IDENTITY, IDENTITY, IDENTITY);
    Cut cut = cut_at(index);
#if WIDE
    if (whole && index + 3u <= last_cell(cut.segment)) {
        uvec4 points = order_quads[(u_first[0] + index) >> 2];
        return Quad(value_by(cut, index, points.x), value_by(cut, index + 1u, points.y),
                    value_by(cut, index + 2u, points.z), value_by(cut, index + 3u, points.w));
    }
#endif
    Quad quad;
    quad.a = value_by(cut, index, load_point(index));
    quad.b = value_behind(cut, index + 1u, n);
    quad.c = value_behind(cut, index + 2u, n);
    quad.d = value_behind(cut, index + 3u, n);
    return quad;
}
