#version 430
// Splits the segments of a level. Stable. Points less than the median come first, then the median, then the greater.
// Reads 0: order, 1: divider, 2: ranks, see split.glsl. Writes 3: the new order. TOTALS: scanned totals of the
// tiles. 6: states.
// The host defines BEFORE and TOTALS as in tile_pass.glsl.
#define EXCLUSIVE 1
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "kdtree/split.glsl"

layout(std430, binding = 3) writeonly buffer Output {
    uint output_order[];
};

struct Goal {
    Segment segment;
    uint values_before; // sum over the points before the segment
};

Goal goal_at(uint index) {
    Goal goal;
    goal.segment = segment_at(index, goal.values_before);
    return goal;
}

// before: sum of the values of all points before this one. The segment's last cell counts as greater and stays in
// place.
void store_point(Goal goal, uint index, uint value, uint before) {
    uint values = before - goal.values_before;
    uint lesses = values & ~MEDIAN;
    uint place = root_of(goal.segment) + 1u + index - goal.segment.first - lesses - values / MEDIAN;
    if (value == LESS)
        place = goal.segment.first + lesses;
    else if (value == MEDIAN)
        place = root_of(goal.segment);
    output_order[u_first[3] + place] = load_point(index);
}

void store_value(uint index, uint n, uint value, uint before) {
    if (index < n)
        store_point(goal_at(index), index, value, before);
}

void store_behind(inout Goal goal, uint index, uint n, uint value, uint before) {
    if (index >= n)
        return;
    if (index > last_cell(goal.segment))
        goal = goal_at(index);
    store_point(goal, index, value, before);
}

void store_quad(uint index, uint n, Quad values, Quad before, bool whole) {
    if (index >= n)
        return;
    Goal goal = goal_at(index);
    store_point(goal, index, values.a, before.a);
    store_behind(goal, index + 1u, n, values.b, before.b);
    store_behind(goal, index + 2u, n, values.c, before.c);
    store_behind(goal, index + 3u, n, values.d, before.d);
}

#include "compute/tile.glsl"
#include "compute/tile_pass.glsl"

void main() {
    uint n = length_of_input();
    uint tile = take_tile();
    if (tile < tile_count(n)) {
        uint total;
        uint before = tile_before(tile, n, total);
        tile_store(tile * TILE, n, before);
    }
}
