#version 430
// Finishes small subtrees level by level, one group per subtree and an invocation per cell, as split_count.comp and
// split_move.comp split large ones: the order that divides a level is split by all levels since it last divided one.
// Reads 0: orders: first the one that numbers the points, then those that divide this level and the next ones, 1: the
// points by number. Writes 2: nodes.
// The group size is the maximum number of points in a subtree, a multiple of 32. The host defines ORDERS, number of
// dividing orders; SIDES, number of levels between two that an order divides.
#include "compute/kernel.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/digits.glsl"
#include "compute/lanes.glsl"

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
layout(location = 16) uniform uint u_orders[ORDERS + 1u]; // offset of each order's cell 0, modulo 2^32

// Within the group, a point is its index in the order that numbers the points, and cells begin at 0.
shared uint s_orders[ORDERS * GROUP];
shared uint s_paths[GROUP]; // of points: a side for each level, the latest in the lowest bit; at first, their numbers
#define DONE 0xffffffffu    // in place of the path: the point is a node of a level above

uint orders_at(uint order, uint cell) { return orders[u_first[0] + u_orders[order] + cell]; }

uint point_with(uint number, uint count) {
    uint low = 0u;
    for (uint size = count; size > 1u;) {
        uint half_size = size / 2u;
        low = s_paths[low + half_size] <= number ? low + half_size : low;
        size -= half_size;
    }
    return low;
}

// A pass splits segments of one level into those t_bits further down. Each component of s_bits holds one bit of the
// digits of 32 cells. A pass clears the words of the next pass.
#define WORDS (GROUP / 32u)
shared uvec4 s_bits[2u * WORDS];
uint t_words; // index of this pass's first
uint t_bits;
Segment t_segment; // of this invocation's cell
uint t_point;      // in it
uint t_digit;
Segment t_part; // that the point comes to
uint t_place;

void mark_digit() {
    uint word = t_words + rank() / 32u;
#if TIER == 2
    uvec4 sets;
    for (uint bit = 0u; bit < 4u; ++bit)
        sets[bit] = subgroupBallot((t_digit >> bit & 1u) != 0u)[lane() / 32u];
    if (lane() % 32u == 0u) {
        if (lanes() >= 32u) {
            s_bits[word] = sets;
        } else {
            for (uint bit = 0u; bit < 4u; ++bit)
                atomicOr(s_bits[word][bit], sets[bit] << rank() % 32u);
        }
    }
#else
    for (uint bit = 0u; bit < 4u; ++bit)
        if ((t_digit >> bit & 1u) != 0u)
            atomicOr(s_bits[word][bit], 1u << rank() % 32u);
#endif
}

// How many earlier cells of the segment have the same digit.
uint rank_in_segment() {
    uvec4 unset = (uvec4(t_digit, t_digit >> 1, t_digit >> 2, t_digit >> 3) & 1u) - 1u;
    uint begin = t_segment.first, count = 0u;
    for (uint word = begin / 32u; word <= rank() / 32u; ++word) {
        uvec4 equal = s_bits[t_words + word] ^ unset;
        uint same = equal.x & equal.y & equal.z & equal.w;
        if (word == begin / 32u)
            same &= 0xffffffffu << begin % 32u;
        if (word == rank() / 32u)
            same &= (1u << rank() % 32u) - 1u;
        count += uint(bitCount(same));
    }
    return count;
}

void load(Segment subtree) {
    uint count = subtree.cells - 1u;
    bool has_point = rank() < count;
    if (has_point)
        s_paths[rank()] = orders_at(0u, subtree.first + rank());
    t_words = 0u;
    if (rank() < WORDS)
        s_bits[rank()] = uvec4(0u);
    barrier();
    for (uint order = 0u; order < ORDERS; ++order)
        if (order <= u_last_level && has_point)
            s_orders[order * GROUP + rank()] = point_with(orders_at(1u + order, subtree.first + rank()), count);
    barrier();
    s_paths[rank()] = 0u;
    barrier();
}

// The segment of this invocation's cell on the next level.
Segment half_of(Segment segment) {
    bool is_left = rank() <= last_cell(left_of(segment));
    uint left = segment.cells / 2u;
    return Segment(is_left ? segment.first : segment.first + left, is_left ? left : segment.cells - left);
}

// Moves the points of an order. below: levels that they come down after this pass; holes: cells at the end of each
// segment that hold no point.
void move(uint first_in_order, uint cells, uint below, uint holes) {
    t_digit = DROPPED;
    if (rank() + 1u < cells && rank() + holes <= last_cell(t_segment)) {
        t_point = s_orders[first_in_order + rank()];
        uint path = s_paths[t_point];
        if (path != DONE)
            t_digit = path >> below & (1u << t_bits) - 1u;
    }
    mark_digit();
    barrier();
    uint next = WORDS - t_words;
    if (rank() < WORDS)
        s_bits[next + rank()] = uvec4(0u);
    if (t_digit != DROPPED) {
        t_part = part_of(t_segment, t_digit, t_bits);
        t_place = t_part.first + rank_in_segment();
        s_orders[first_in_order + t_place] = t_point;
    }
    t_words = next;
}

void finish(Segment subtree) {
    load(subtree);
    Segment own = Segment(0u, subtree.cells); // in which the order that divides the level lies sorted
    for (uint level = 0u; level <= u_last_level; ++level) {
        uint first_in_order = level % (SIDES + 1u) * GROUP;
        t_segment = own;
        uint holes = 1u, below = min(level, SIDES);
        for (;;) {
            t_bits = min(below, MOST_BITS);
            below -= t_bits;
            move(first_in_order, subtree.cells, below, holes);
            if (below == 0u)
                break;
            holes = 1u << below; // nodes of all levels above have been dropped
            for (uint bit = 0u; bit < t_bits; ++bit)
                t_segment = half_of(t_segment);
            barrier();
        }
        if (t_digit != DROPPED) {
            uint root = root_of(t_part);
            if (t_place == root || level == u_last_level)
                nodes[u_first[2] + subtree.first + t_place] =
                    points[u_first[1] + orders_at(0u, subtree.first + t_point)];
            s_paths[t_point] = t_place == root ? DONE : s_paths[t_point] << 1 | (t_place > root ? 1u : 0u);
        }
        if (level >= SIDES)
            own = half_of(own);
        barrier();
    }
}

void main() {
    if (group_index() < length_of_input())
        finish(segment_of_level(u_first_segment + group_index(), u_level, u_cells));
}
