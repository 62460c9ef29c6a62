#version 430
// Looks up the digits of a tile's points, and counts them for the tile's last segment.
// Reads 0: the order, 1: fields, see sides.glsl. Writes 2: digits, 4 bits each, 3: counters, see digits.glsl.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/digits.glsl"
#include "compute/group_scan.glsl"
#include "compute/quad.glsl"
#include "kdtree/split_tile.glsl"
#define FIELDS 1
#include "kdtree/sides.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 0) readonly buffer OrderQuads {
    uvec4 order_quads[];
};
layout(std430, binding = 2) writeonly buffer Digits {
    uint digits[];
};
layout(std430, binding = 3) writeonly buffer Counters {
    uint counters[];
};

layout(location = 15) uniform uint u_holes; // cells at the end of each segment that hold no point of it

uint digit_of(uint point) {
    uint field = field_of(point);
    if ((field & DONE) != 0u)
        return DROPPED;
    uint bit = u_level % SIDES;
    uint digit = 0u;
    for (uint i = 0u; i < u_bits; ++i) {
        digit = digit << 1 | (field >> bit & 1u);
        bit = bit + 1u == SIDES ? 0u : bit + 1u;
    }
    // Three bits include that of the former side, or the pass divides nothing.
    return u_bits < MOST_BITS ? digit | (field >> bit & 1u) << u_bits : digit;
}

void main() {
    uint n = length_of_input();
    uint base = group_index() * TILE;
    if (base < n) {
        uint first = base + rank() * ITEMS;
        uint points[ITEMS];
        if (is_whole(first, ITEMS, n)) {
            uint quad = (u_first[0] + first) >> 2;
            uvec4 low = order_quads[quad], high = order_quads[quad + 1u];
            points = uint[](low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w);
        } else {
            for (uint k = 0u; k < ITEMS; ++k)
                points[k] = first + k < n ? order[u_first[0] + first + k] : 0u;
        }
        Segment counted_segment = segment_with(min(base + TILE, n) - 1u), own_segment = counted_segment;
        if (first < counted_segment.first)
            own_segment = segment_with(first);
        uint last = last_cell(own_segment);
        uvec4 counted = uvec4(0u);
        uint word = 0u;
        for (uint k = 0u; k < ITEMS; ++k) {
            uint cell = first + k;
            uint digit = DROPPED;
            if (cell < n && (cell > last || cell + u_holes <= last))
                digit = digit_of(points[k]);
            word |= digit << 4u * k;
            if (cell >= counted_segment.first && digit != DROPPED)
                counted += one_of(digit & DIGITS_MASK);
        }
        digits[u_first[2] + group_index() * GROUP + rank()] = word;
        counted = group_total(counted);
        if (rank() == 0u) {
            for (uint i = 0u; i < 4u; ++i)
                counters[u_first[3] + 4u * group_index() + i] = counted[i];
        }
    }
}
