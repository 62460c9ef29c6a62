#version 430
// Moves the points of a tile to their segments, stably, by the digits of split_count.comp. If the order divides the
// level that they come to, a point's new place tells its side there, or that it is a node.
// Reads 0: the order, 1: digits, 2: counters, 3: the points by number. Writes 4: the new order, 5: fields, see
// sides.glsl, 6: nodes.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/digits.glsl"
#include "compute/group_scan.glsl"
#include "kdtree/split_tile.glsl"
#define FIELDS 5
#include "kdtree/sides.glsl"

layout(std430, binding = 0) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 1) readonly buffer Digits {
    uint digits[];
};
layout(std430, binding = 2) readonly buffer Counters {
    uint counters[];
};
layout(std430, binding = 3) readonly buffer Points {
    uint points[];
};
layout(std430, binding = 4) writeonly buffer Moved {
    uint moved[];
};
layout(std430, binding = 6) writeonly buffer Nodes {
    uint nodes[];
};
layout(location = 15) uniform uint u_divides; // 1: the order divides the level that the points come to

#define DIGITS (1u << MOST_BITS)
// For each segment and digit: the destination, to which a point adds its rank in the tile; and the root of the part
// that receives the points.
shared uint s_places[DIGITS * SEGMENTS], s_roots[DIGITS * SEGMENTS];
shared uvec4 s_before[SEGMENTS]; // counters of the tile's cells before a segment
// Each word describes two cells. A cell has 16 bits: its digit in the low 4 bits, its rank in the tile above. So a tile
// has at most 4,096 cells.
shared uint s_ranked[TILE / 2u + TILE / 64u];
uint slot_of(uint cell) { return cell / 2u + cell / 64u; } // keeps invocations off each other's banks

void sum_earlier(uint first_tile) {
    uvec4 low = uvec4(0u), high = uvec4(0u);
    for (uint tile = first_tile + rank(); tile < group_index(); tile += GROUP) {
        uint at = u_first[2] + 4u * tile;
        uvec4 pairs = uvec4(counters[at], counters[at + 1u], counters[at + 2u], counters[at + 3u]);
        low += pairs & 0xffffu;
        high += pairs >> 16;
    }
#if TIER == 2
    low = subgroupAdd(low);
    high = subgroupAdd(high);
    bool tells = lane() == 0u;
#else
    bool tells = first_tile + rank() < group_index();
#endif
    if (tells) {
        for (uint digit = 0u; digit < DIGITS; ++digit)
            atomicAdd(s_places[digit], (digit % 2u == 0u ? low : high)[digit / 2u]);
    }
}

void find_parts() {
    if (rank() < DIGITS * SEGMENTS) {
        Segment segment = tile_segment(rank() / DIGITS), part = part_of(segment, rank() % DIGITS, u_bits);
        s_places[rank()] = part.first;
        s_roots[rank()] = root_of(part);
        if (rank() % DIGITS == 0u)
            s_begins[rank() / DIGITS] = segment.first;
    }
    barrier();
}

uint digit_in(uint word, uint k) { return word >> 4u * k & 15u; }
uint counted_in(uint word, uint k) {
    uint digit = digit_in(word, k);
    return digit == DROPPED ? 0u : one_of(digit & DIGITS_MASK);
}

// The rank of a cell is the number of earlier cells in the tile with the same digit.
void rank_cells(uint word) {
    uint own = 0u, few = 0u;
    for (uint k = 0u; k < ITEMS; ++k) {
        few |= few_of(own, digit_in(word, k) & DIGITS_MASK) << 4u * k;
        own += counted_in(word, k);
    }
    uvec4 total, earlier = group_exclusive(counters_of(own), total);
    for (uint later = 1u; later < SEGMENTS; ++later) {
        uint begin = s_begins[later] - (group_index() * TILE + rank() * ITEMS);
        if (begin < ITEMS) {
            uint before = 0u;
            for (uint k = 0u; k < ITEMS; ++k)
                before += k < begin ? counted_in(word, k) : 0u;
            s_before[later] = earlier + counters_of(before);
        }
    }
    for (uint k = 0u; k < ITEMS; k += 2u) {
        uint ranked[2];
        for (uint i = 0u; i < 2u; ++i) {
            uint digit = digit_in(word, k + i);
            ranked[i] = (count_of(earlier, digit & DIGITS_MASK) + digit_in(few, k + i)) << 4 | digit;
        }
        s_ranked[slot_of(rank() * ITEMS + k)] = ranked[0] | ranked[1] << 16;
    }
    barrier();
    if (rank() >= DIGITS && rank() < DIGITS * SEGMENTS)
        s_places[rank()] -= count_of(s_before[rank() / DIGITS], rank() % DIGITS);
    barrier();
}

// ranked: the cell's 16 bits in s_ranked.
void move(uint cell, uint point, uint ranked) {
    uint digit = ranked & 15u;
    if (digit == DROPPED)
        return;
    uint part = index_at(cell) * DIGITS + (digit & DIGITS_MASK);
    uint place = s_places[part] + (ranked >> 4), root = s_roots[part];
    moved[u_first[4] + place] = point;
    if (u_divides == 0u)
        return;
    if (place == root) {
        nodes[u_first[6] + place] = points[u_first[3] + point];
        atomicOr(fields[word_of(point)], DONE << shift_of(point));
    } else if ((place > root) != ((digit & FORMER) != 0u)) {
        atomicXor(fields[word_of(point)], 1u << (u_level + u_bits) % SIDES << shift_of(point));
    }
}

void main() {
    uint n = length_of_input();
    uint base = group_index() * TILE;
    if (base < n) {
        // Early loads hide their latency.
        uint points_to_move[ITEMS];
        for (uint k = 0u; k < ITEMS; ++k)
            points_to_move[k] = order[u_first[0] + min(base + k * GROUP + rank(), n - 1u)];
        uint word = digits[u_first[1] + group_index() * GROUP + rank()];
        find_parts();
        if (s_begins[0] < base)
            sum_earlier(s_begins[0] / TILE);
        rank_cells(word);
        for (uint k = 0u; k < ITEMS; ++k) {
            uint cell = k * GROUP + rank();
            move(base + cell, points_to_move[k], s_ranked[slot_of(cell)] >> 16u * (cell % 2u) & 0xffffu);
        }
    }
}
