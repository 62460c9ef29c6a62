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

uint digit_of(uint field) {
    if ((field & DONE) != 0u)
        return DROPPED;
    // Rotates the field: bit 0 is the side on level u_level, bit 1 that on the next level.
    uint sides = field & (1u << SIDES) - 1u, first = u_level % SIDES;
    uint way = sides >> first | sides << SIDES - first;
    uint digit = bitfieldReverse(way) >> 32u - u_bits;
    // Three bits include that of the former side, or the pass divides nothing.
    return u_bits < MOST_BITS ? digit | (way >> u_bits & 1u) << u_bits : digit;
}

void main() {
    uint n = length_of_input();
    uint base = group_index() * TILE;
    if (base < n) {
        uint first = base + rank() * ITEMS;
        uint points[ITEMS], found[ITEMS];
        if (is_whole(first, ITEMS, n)) {
            uint quad = (u_first[0] + first) >> 2;
            uvec4 low = order_quads[quad], high = order_quads[quad + 1u];
            points = uint[](low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w);
        } else {
            for (uint k = 0u; k < ITEMS; ++k)
                points[k] = first + k < n ? order[u_first[0] + first + k] : 0u;
        }
        // Looks up holes as well, so that no load waits for a branch.
        for (uint k = 0u; k < ITEMS; ++k)
            found[k] = field_of(min(points[k], n - 1u));
        if (rank() <= SEGMENTS)
            s_begins[rank()] = tile_segment(rank()).first;
        barrier();
        uint counted_begin = s_begins[index_at(min(base + TILE, n) - 1u)];
        uint last = s_begins[index_at(first) + 1u] - 1u;
        uint word = 0u, counts = 0u;
        for (uint k = 0u; k < ITEMS; ++k) {
            uint cell = first + k;
            uint digit = DROPPED;
            if (cell < n && (cell > last || cell + u_holes <= last))
                digit = digit_of(found[k]);
            word |= digit << 4u * k;
            if (cell >= counted_begin && digit != DROPPED)
                counts += one_of(digit & DIGITS_MASK);
        }
        digits[u_first[2] + group_index() * GROUP + rank()] = word;
        uvec4 counted = group_reduce(counters_of(counts));
        if (rank() == 0u) {
            for (uint i = 0u; i < 4u; ++i)
                counters[u_first[3] + 4u * group_index() + i] = counted[i];
        }
    }
}
