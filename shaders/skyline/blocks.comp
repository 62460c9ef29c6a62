#version 430
// Tests each point against a block of others, tile by tile in shared memory.
// Reads 0: see table.glsl, 1: see records.glsl. Writes 3, 4: see tests.glsl.
// The host defines ORDERED: only points before another can dominate it.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's row in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"
#include "skyline/tests.glsl"

shared uint s_keys[GROUP * DIMENSIONS];
shared uint s_left; // 1: a point of this group was alive before the tile

uint t_keys[DIMENSIONS];

bool is_dominated_by(uint other) {
    bool better = false;
    for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
        uint key = s_keys[other * DIMENSIONS + axis];
        if (key > t_keys[axis])
            return false;
        better = better || key < t_keys[axis];
    }
    return better;
}

void main() {
    uint lane = gl_LocalInvocationIndex, point = u_targets + own_item(0u);
    bool left = point < u_targets_end && is_alive(point), counted = left;
    if (left) {
        uint row = row_of(point);
        for (uint axis = 0u; axis < DIMENSIONS; ++axis)
            t_keys[axis] = key_of(row, axis);
    }
    for (uint tile = u_killers; tile < u_killers_end; tile += GROUP) {
        if (lane == 0u)
            s_left = 0u;
        if (tile + lane < u_killers_end) {
            uint row = row_of(tile + lane);
            for (uint axis = 0u; axis < DIMENSIONS; ++axis)
                s_keys[lane * DIMENSIONS + axis] = key_of(row, axis);
        }
        barrier();
        if (left) {
            s_left = 1u;
            uint others = min(u_killers_end - tile, uint(GROUP));
#if ORDERED
            others = min(others, max(point, tile) - tile);
#endif
            for (uint other = 0u; other < others && left; ++other) {
                if (tile + other == point)
                    continue;
                COUNT_DOMINANCE_TEST;
                left = !is_dominated_by(other);
            }
            if (!left)
                kill(point);
        }
        barrier();
        if (s_left == 0u)
            break;
        barrier();
    }
    if (counted)
        add_counters();
}
