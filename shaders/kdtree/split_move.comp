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
#include "kdtree/split_ranks.glsl"
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
shared uint s_places[DIGITS * SEGMENTS]; // where the points of a segment with a digit go, those of earlier tiles first
shared uint s_roots[DIGITS * SEGMENTS];  // of the part that they come to

uint t_begin, t_next_begin; // of the segments of this invocation's cells
uint begin_of(uint k) {
    return group_index() * TILE + rank() * ITEMS + k < t_next_begin ? t_begin : t_next_begin;
}

uvec4 t_ranks; // 16 bits each
void take_rank(uint k, uint rank_in_segment) { t_ranks[k / 2u] |= rank_in_segment << 16u * (k % 2u); }

void sum_earlier(uint first_tile) {
    uvec4 low = uvec4(0u), high = uvec4(0u);
    for (uint tile = first_tile + rank(); tile < group_index(); tile += GROUP) {
        uint at = u_first[2] + 4u * tile;
        uvec4 pairs = uvec4(counters[at], counters[at + 1u], counters[at + 2u], counters[at + 3u]);
        low += pairs & 0xffffu;
        high += pairs >> 16;
    }
    low = group_reduce(low);
    high = group_reduce(high);
    if (rank() == 0u) {
        for (uint i = 0u; i < 4u; ++i) {
            s_places[2u * i] += low[i];
            s_places[2u * i + 1u] += high[i];
        }
    }
}

void prepare_parts() {
    if (rank() < DIGITS * SEGMENTS) {
        Segment segment = tile_segment(rank() / DIGITS), part = part_of(segment, rank() % DIGITS, u_bits);
        s_places[rank()] = part.first;
        s_roots[rank()] = root_of(part);
        if (rank() % DIGITS == 0u)
            s_begins[rank() / DIGITS] = segment.first;
    }
    barrier();
}

// ranked: 4 bits as in the word of digits, then the rank.
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
        // Loaded early, to be here when they move.
        uint points_to_move[ITEMS];
        for (uint k = 0u; k < ITEMS; ++k)
            points_to_move[k] = order[u_first[0] + min(base + k * GROUP + rank(), n - 1u)];
        uint word = digits[u_first[1] + group_index() * GROUP + rank()];
        for (uint k = 0u; k < ITEMS; ++k) {
            uint digit = word >> 4u * k & 15u;
            t_digits[k] = digit == DROPPED ? DROPPED : digit & DIGITS_MASK;
        }
        prepare_parts();
        uint index = index_at(base + rank() * ITEMS);
        t_begin = s_begins[index];
        t_next_begin = index + 1u < SEGMENTS ? s_begins[index + 1u] : u_cells;
        if (s_begins[0] < base)
            sum_earlier(s_begins[0] / TILE);
        t_ranks = uvec4(0u);
        rank_cells(base);
        uvec4 even = uvec4(word, word >> 8, word >> 16, word >> 24) & 15u,
              odd = uvec4(word >> 4, word >> 12, word >> 20, word >> 28) & 15u;
        barrier();
        s_rows[rank()] = t_ranks << 4 | even | odd << 16; // two cells in a word
        barrier();
        for (uint k = 0u; k < ITEMS; ++k) {
            uint cell = k * GROUP + rank(), two = s_rows[cell / ITEMS][cell % ITEMS / 2u];
            move(base + cell, points_to_move[k], two >> 16u * (cell % 2u) & 0xffffu);
        }
    }
}
