#version 430
// Finishes small subtrees level by level, one group per subtree, as split_count.comp and split_move.comp split large
// ones: the order that divides a level is split by all levels since it last divided one.
// Reads 0: orders: first the one that numbers the points, then those that divide this level and the next ones, 1: the points by number. Writes 2: nodes.
// The host defines SPAN, the most cells of a segment; ITEMS, cells per invocation; ORDERS, number of dividing
// orders; SIDES, number of levels between two that an order divides.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/digits.glsl"
#include "compute/group_scan.glsl"
#include "kdtree/split_ranks.glsl"

layout(std430, binding = 0) readonly buffer Orders {
    uint orders[];
};
layout(std430, binding = 1) readonly buffer Points {
    uint points[];
};
layout(std430, binding = 2) writeonly buffer Nodes {
    uint nodes[];
};
layout(location = 12) uniform uint u_cells;         // of the tree
layout(location = 13) uniform uint u_level;         // of the segments
layout(location = 14) uniform uint u_first_segment; // of the first group
layout(location = 15) uniform uint u_last_level;    // below these segments on which anything is split
layout(location = 16) uniform uint u_orders[ORDERS + 1u]; // where cell 0 of each order is, or would be

// Within the group, a point is its index in the order that numbers the points, and cells begin at 0.
shared uint s_numbers[SPAN]; // sorted
shared uint s_orders[ORDERS * SPAN];
shared uint s_paths[SPAN]; // of points: a side for each level, the latest in the lowest bit
#define DONE 0xffffffffu   // in place of the path: the point is a node of a level above

uint orders_at(uint order, uint cell) { return orders[u_first[0] + u_orders[order] + cell]; }

uint point_with(uint number, uint count) {
    uint low = 0u;
    for (uint size = count; size > 1u;) {
        uint half_size = size / 2u;
        low = s_numbers[low + half_size] <= number ? low + half_size : low;
        size -= half_size;
    }
    return low;
}

// A pass splits segments of one level into those t_bits further down.
uint t_bits;
Segment t_segments[ITEMS]; // of this invocation's cells
uint t_points[ITEMS];
Segment t_parts[ITEMS]; // that the points come to
uint t_places[ITEMS];

uint begin_of(uint k) { return t_segments[k].first; }

void take_rank(uint k, uint rank_in_segment) {
    t_parts[k] = part_of(t_segments[k], t_digits[k], t_bits);
    t_places[k] = t_parts[k].first + rank_in_segment;
}

void load(Segment subtree) {
    uint count = subtree.cells - 1u;
    for (uint cell = rank(); cell < count; cell += GROUP) {
        s_numbers[cell] = orders_at(0u, subtree.first + cell);
        s_paths[cell] = 0u;
    }
    barrier();
    for (uint order = 0u; order < ORDERS; ++order)
        if (order <= u_last_level)
            for (uint cell = rank(); cell < count; cell += GROUP)
                s_orders[order * SPAN + cell] = point_with(orders_at(1u + order, subtree.first + cell), count);
    barrier();
}

// The segment of a cell on the next level.
Segment half_with(uint cell, Segment segment) {
    bool is_left = cell <= last_cell(left_of(segment));
    uint left = segment.cells / 2u;
    return Segment(is_left ? segment.first : segment.first + left, is_left ? left : segment.cells - left);
}

// Moves the points of an order. below: levels that they come down after this pass; holes: cells at the end of each
// segment that hold no point.
void move(uint first_in_order, uint cells, uint below, uint holes) {
    for (uint k = 0u; k < ITEMS; ++k) {
        uint cell = rank() * ITEMS + k;
        t_digits[k] = DROPPED;
        if (cell + 1u < cells && cell + holes <= last_cell(t_segments[k])) {
            t_points[k] = s_orders[first_in_order + cell];
            uint path = s_paths[t_points[k]];
            if (path != DONE)
                t_digits[k] = path >> below & (1u << t_bits) - 1u;
        }
    }
    if (t_bits > 0u)
        rank_cells(0u);
    else
        for (uint k = 0u; k < ITEMS; ++k)
            take_rank(k, rank() * ITEMS + k);
    for (uint k = 0u; k < ITEMS; ++k) {
        if (t_digits[k] != DROPPED)
            s_orders[first_in_order + t_places[k]] = t_points[k];
    }
    barrier();
}

void finish(Segment subtree) {
    load(subtree);
    // The segments into which the order that divides a level lies sorted.
    Segment own[ITEMS];
    for (uint k = 0u; k < ITEMS; ++k)
        own[k] = Segment(0u, subtree.cells);
    for (uint level = 0u; level <= u_last_level; ++level) {
        uint first_in_order = level % (SIDES + 1u) * SPAN;
        t_segments = own;
        uint holes = 1u, below = min(level, SIDES);
        do {
            t_bits = min(below, MOST_BITS);
            below -= t_bits;
            move(first_in_order, subtree.cells, below, holes);
            holes = 1u << below; // nodes of all levels above have been dropped
            for (uint bit = 0u; below > 0u && bit < t_bits; ++bit)
                for (uint k = 0u; k < ITEMS; ++k)
                    t_segments[k] = half_with(rank() * ITEMS + k, t_segments[k]);
        } while (below > 0u);
        for (uint k = 0u; k < ITEMS; ++k) {
            if (t_digits[k] != DROPPED) {
                uint root = root_of(t_parts[k]), point = t_points[k];
                if (t_places[k] == root || level == u_last_level)
                    nodes[u_first[2] + subtree.first + t_places[k]] = points[u_first[1] + s_numbers[point]];
                s_paths[point] = t_places[k] == root ? DONE : s_paths[point] << 1 | (t_places[k] > root ? 1u : 0u);
            }
            if (level >= SIDES)
                own[k] = half_with(rank() * ITEMS + k, own[k]);
        }
        barrier();
    }
}

void main() {
    if (group_index() < length_of_input())
        finish(segment_of_level(u_first_segment + group_index(), u_level, u_cells));
}
