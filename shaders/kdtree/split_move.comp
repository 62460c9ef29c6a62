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

shared uint s_carried[1u << MOST_BITS]; // digits of earlier tiles, in the segment of the tile's first cell
#define CELLS_BEFORE_GAP 32u            // keeps invocations off each other's banks
shared uint s_places[TILE + TILE / CELLS_BEFORE_GAP];
uint slot_of(uint cell) { return cell + cell / CELLS_BEFORE_GAP; }

// A place, with what it tells. No storage block has more than 2^30 words.
#define PLACE 0x3fffffffu
#define OTHER_SIDE 0x40000000u // than the former one in the point's field
#define NODE 0x80000000u
#define NO_PLACE 0xffffffffu

uint t_word;       // this invocation's digits
Segment t_segment; // of its first cell
Segment t_next;    // of its last cells, if it begins in them

Segment segment_of(uint k) {
    bool is_next = group_index() * TILE + rank() * ITEMS + k > last_cell(t_segment);
    return Segment(is_next ? t_next.first : t_segment.first, is_next ? t_next.cells : t_segment.cells);
}

void take_rank(uint k, uint rank_in_group) {
    uint told = NO_PLACE, digit = t_digits[k];
    if (digit != DROPPED) {
        Segment segment = segment_of(k), part = part_of(segment, digit, u_bits);
        uint place = part.first + rank_in_group + (segment.first < group_index() * TILE ? s_carried[digit] : 0u);
        told = place;
        if (u_divides != 0u) {
            bool was_right = (t_word >> 4u * k & FORMER) != 0u;
            if (place == root_of(part))
                told |= NODE;
            else if ((place > root_of(part)) != was_right)
                told |= OTHER_SIDE;
        }
    }
    s_places[slot_of(rank() * ITEMS + k)] = told;
}

void sum_earlier(uint first_tile) {
    uvec4 low = uvec4(0u), high = uvec4(0u);
    for (uint tile = first_tile + rank(); tile < group_index(); tile += GROUP) {
        uint at = u_first[2] + 4u * tile;
        uvec4 pairs = uvec4(counters[at], counters[at + 1u], counters[at + 2u], counters[at + 3u]);
        low += pairs & 0xffffu;
        high += pairs >> 16;
    }
    low = group_total(low);
    high = group_total(high);
    if (rank() == 0u) {
        for (uint i = 0u; i < 4u; ++i) {
            s_carried[2u * i] = low[i];
            s_carried[2u * i + 1u] = high[i];
        }
    }
}

void move(uint point, uint told) {
    uint place = told & PLACE;
    moved[u_first[4] + place] = point;
    if ((told & NODE) != 0u) {
        nodes[u_first[6] + place] = points[u_first[3] + point];
        atomicOr(fields[word_of(point)], DONE << shift_of(point));
    } else if ((told & OTHER_SIDE) != 0u) {
        atomicXor(fields[word_of(point)], 1u << (u_level + u_bits) % SIDES << shift_of(point));
    }
}

void main() {
    uint n = length_of_input();
    uint base = group_index() * TILE;
    if (base < n) {
        t_word = digits[u_first[1] + group_index() * GROUP + rank()];
        for (uint k = 0u; k < ITEMS; ++k) {
            uint digit = t_word >> 4u * k & 15u;
            t_digits[k] = digit == DROPPED ? DROPPED : digit & DIGITS_MASK;
        }
        Segment begun = segment_with(base);
        uint first = base + rank() * ITEMS;
        t_segment = first > last_cell(begun) ? segment_with(first) : begun;
        t_next = last_cell(t_segment) < first + ITEMS - 1u ? segment_with(last_cell(t_segment) + 1u) : t_segment;
        if (begun.first < base)
            sum_earlier(begun.first / TILE);
        rank_cells(base);
        barrier();
        for (uint cell = rank(); cell < TILE; cell += GROUP) {
            uint told = s_places[slot_of(cell)];
            if (told != NO_PLACE)
                move(order[u_first[0] + base + cell], told);
        }
    }
}
