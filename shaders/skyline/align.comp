#version 430
// SkyAlign: tests each point against the cells of lower levels whose median mask is a subset of its own, and against
// its own cell. Of points in these cells, it tests those whose quartile mask lets them dominate.
// Reads 0: see table.glsl, 1: see records.glsl, 2: see cells.glsl. Writes 3, 4: see tests.glsl.
// The host defines QUARTILES: look at quartile masks; PADDED: invocations are those of whole chunks; and WIDTH.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"
#include "skyline/cells.glsl"
#include "skyline/tests.glsl"

#define ALL ((1u << DIMENSIONS) - 1u)

bool may_dominate(uint killer, uint relevant, uint quartile_mask) {
#if QUARTILES
    COUNT_MASK_TEST;
    return (word_of(killer, 2u) & relevant & ~quartile_mask) == 0u;
#else
    return true;
#endif
}

// Rows with different masks differ, so it is enough that the first is nowhere worse.
bool is_nowhere_worse(uint p, uint q) {
    for (uint axis = 0u; axis < DIMENSIONS; ++axis)
        if (key_of(p, axis) > key_of(q, axis))
            return false;
    return true;
}

bool is_dominated_from_below(uint row, uint mask, uint quartile_mask) {
    uint level = uint(bitCount(mask));
    for (uint cell = cell_of_point(u_killers); cell < u_cells && begin_of_cell(cell) < u_killers_end; ++cell) {
        uint begin = begin_of_cell(cell), cell_mask = mask_of_cell(cell);
        if (uint(bitCount(cell_mask)) >= level)
            return false;
        if (begin >= u_killers)
            COUNT_MASK_TEST;
        if ((cell_mask & ~mask) != 0u)
            continue;
        uint relevant = (cell_mask | ~mask) & ALL, end = min(end_of_cell(cell), u_killers_end);
        for (uint killer = max(begin, u_killers); killer < end; ++killer) {
            if (!may_dominate(killer, relevant, quartile_mask))
                continue;
            COUNT_DOMINANCE_TEST;
            if (is_nowhere_worse(row_of(killer), row))
                return true;
        }
    }
    return false;
}

bool is_dominated_within(uint point, uint row, uint quartile_mask) {
    uint cell = cell_of_point(point), end = min(end_of_cell(cell), u_killers_end);
    for (uint killer = max(begin_of_cell(cell), u_killers); killer < end; ++killer) {
        if (!may_dominate(killer, ALL, quartile_mask) || killer == point)
            continue;
        COUNT_DOMINANCE_TEST;
        if (dominates(row_of(killer), row))
            return true;
    }
    return false;
}

// Returns the number of points if there is none.
uint point_of(uint item) {
#if PADDED
    uint chunk = u_targets + item / WIDTH;
    if (chunk >= chunks_before(u_cells))
        return begin_of_cell(u_cells);
    uint cell = cell_of_chunk(chunk);
    uint point = begin_of_cell(cell) + (chunk - chunks_before(cell)) * WIDTH + item % WIDTH;
    return point < end_of_cell(cell) ? point : begin_of_cell(u_cells);
#else
    return u_targets + item;
#endif
}

void main() {
    uint item = own_item(0u);
    uint point = item < length_of_input() ? point_of(item) : begin_of_cell(u_cells);
    if (point < begin_of_cell(u_cells) && is_alive(point)) {
        uint row = row_of(point), quartile_mask = word_of(point, 2u);
        if (is_dominated_from_below(row, word_of(point, 1u), quartile_mask) ||
            is_dominated_within(point, row, quartile_mask))
            kill(point);
        add_counters();
    }
}
