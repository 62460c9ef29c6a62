#version 430
// Finishes small subtrees level by level, one group per subtree: splits every order at the median of the order that
// divides the level, as split_tile.comp does for large subtrees.
// Reads 0: orders of neighbouring segments, u_stride cells each: first the order that numbers the points, then the
// orders that divide this level and the next ones. Writes 1: the points in the order of the tree.
// The host defines SPAN, the most cells of a segment; ITEMS, cells per invocation; ORDERS, number of dividing orders.
#define OPERATOR 0
#define ELEMENT 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "kdtree/segment.glsl"

layout(std430, binding = 0) readonly buffer Orders {
    uint orders[];
};
layout(std430, binding = 1) writeonly buffer Output {
    uint nodes[];
};
layout(location = 12) uniform uint u_cells;         // of the tree
layout(location = 13) uniform uint u_level;         // of the segments
layout(location = 14) uniform uint u_first_segment; // of the first group
layout(location = 15) uniform uint u_first_cell;    // of the bound range
layout(location = 16) uniform uint u_stride;        // cells of each bound order
layout(location = 17) uniform uint u_last_level;    // below these segments on which anything is split
layout(location = 18) uniform uint u_dimensions;

// Within the group, a point is its index in s_numbers, which is sorted, and cells begin at 0.
shared uint s_numbers[SPAN];
shared uint s_orders[ORDERS * SPAN];
shared uint s_sides[SPAN];  // of points, on this level
shared uint s_before[SPAN]; // for each segment's first cell: the sum of the sides of all cells before

#define LESS 1u
#define GREATER 0x10000u
#define MEDIAN 0u

uint orders_at(uint order, uint cell) { return orders[u_first[0] + order * u_stride + cell - u_first_cell]; }

uint place_of(uint number, uint points) {
    uint low = 0u;
    for (uint size = points; size > 1u;) {
        uint half_size = size / 2u;
        low = s_numbers[low + half_size] <= number ? low + half_size : low;
        size -= half_size;
    }
    return low;
}

// False if the order divides no level from here on; it is left unchanged then.
bool is_needed(uint order, uint level) {
    return level + (order + u_dimensions - level % u_dimensions) % u_dimensions <= u_last_level;
}

void finish(Segment whole) {
    uint first_own = rank() * ITEMS;
    uint points = whole.cells - 1u;

    for (uint cell = rank(); cell < points; cell += GROUP)
        s_numbers[cell] = orders_at(0u, whole.first + cell);
    barrier();
    for (uint order = 0u; order < ORDERS; ++order)
        if (order <= u_last_level)
            for (uint cell = rank(); cell < points; cell += GROUP)
                s_orders[order * SPAN + cell] = place_of(orders_at(1u + order, whole.first + cell), points);
    barrier();

    // The segment of each of this invocation's cells; segments with fewer than 3 cells are done.
    Segment own[ITEMS];
    for (uint k = 0u; k < ITEMS; ++k)
        own[k] = Segment(0u, first_own + k < points ? whole.cells : 1u);

    for (uint level = 0u; level < u_last_level; ++level) {
        uint divider = level % u_dimensions;
        for (uint k = 0u; k < ITEMS; ++k) {
            uint cell = first_own + k;
            if (own[k].cells > 2u && cell != last_cell(own[k])) {
                uint root = root_of(own[k]);
                s_sides[s_orders[divider * SPAN + cell]] = cell < root ? LESS : cell > root ? GREATER : MEDIAN;
            }
        }
        barrier();
        for (uint order = 0u; order < ORDERS; ++order) {
            if (order == divider || !is_needed(order, level + 1u))
                continue; // uniform over the group
            uint point[ITEMS];
            uint side[ITEMS];
            uint sum = 0u;
            for (uint k = 0u; k < ITEMS; ++k) {
                uint cell = first_own + k;
                side[k] = MEDIAN;
                if (own[k].cells > 2u && cell != last_cell(own[k])) {
                    point[k] = s_orders[order * SPAN + cell];
                    side[k] = s_sides[point[k]];
                }
                sum += side[k];
            }
            uint total;
            uint before[ITEMS];
            uint running = group_exclusive(sum, total);
            for (uint k = 0u; k < ITEMS; ++k) {
                before[k] = running;
                if (first_own + k == own[k].first)
                    s_before[own[k].first] = running;
                running += side[k];
            }
            barrier();
            for (uint k = 0u; k < ITEMS; ++k) {
                uint cell = first_own + k;
                if (own[k].cells > 2u && cell != last_cell(own[k])) {
                    uint sides = before[k] - s_before[own[k].first];
                    uint place = root_of(own[k]);
                    if (side[k] == LESS)
                        place = own[k].first + (sides & 0xffffu);
                    else if (side[k] == GREATER)
                        place += 1u + (sides >> 16);
                    s_orders[order * SPAN + place] = point[k];
                }
            }
        }
        barrier();
        for (uint k = 0u; k < ITEMS; ++k) {
            if (own[k].cells > 2u)
                if (first_own + k <= last_cell(left_of(own[k])))
                    own[k] = left_of(own[k]);
                else
                    own[k] = right_of(own[k]);
        }
    }

    uint last = u_last_level % u_dimensions;
    for (uint cell = rank(); cell < points; cell += GROUP)
        nodes[u_first[1] + whole.first + cell] = s_numbers[s_orders[last * SPAN + cell]];
    // The last cell belongs to a node of a level above, on which all orders agree.
    uint behind = last_cell(whole);
    if (rank() == 0u && behind + 1u < u_cells)
        nodes[u_first[1] + behind] = orders_at(0u, behind);
}

void main() {
    if (group_index() < length_of_input())
        finish(segment_of_level(u_first_segment + group_index(), u_level, u_cells));
}
