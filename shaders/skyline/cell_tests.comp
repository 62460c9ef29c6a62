#version 430
// Tests the points of each chunk against the cells whose masks are subsets of that of the chunk. The points share
// them, so no invocation waits for another; codes are compared four at a time, and only the few rows that they leave
// in doubt are read.
// Reads 0: see table.glsl, 1: see records.glsl, 2: see cells.glsl. Writes 3, 4: see tests.glsl.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's codes in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"
#include "skyline/cells.glsl"
#include "skyline/tests.glsl"

#define WORDS (RECORD - 2)
#define HIGH_BITS 0x80808080u

shared uint s_begin[GROUP], s_end[GROUP]; // of some cells: their first point, the points in them and before
shared uint s_codes[GROUP * WORDS], s_rows[GROUP];
shared uint s_left; // 1: a point of this group was alive before the tile

uint t_codes[WORDS];

bool may_dominate(uint other) {
    // A code has seven bits: the eighth stays set where the other's is not greater.
    uint high = HIGH_BITS;
    for (uint word = 0u; word < WORDS; ++word)
        high &= t_codes[word] - s_codes[other * WORDS + word];
    return high == HIGH_BITS;
}

// Finds the points to test against in GROUP cells from `first` on. Returns their number.
uint find_cells(uint first, uint last, uint mask) {
    uint lane = gl_LocalInvocationIndex, cell = first + lane;
    uint begin = 0u, size = 0u;
    if (cell < last && (mask_of_cell(cell) & ~mask) == 0u) {
        begin = max(begin_of_cell(cell), u_killers);
        size = min(end_of_cell(cell), u_killers_end) - begin;
    }
    s_begin[lane] = begin;
    s_end[lane] = size;
    barrier();
    for (uint step = 1u; step < GROUP; step *= 2u) {
        uint before = lane >= step ? s_end[lane - step] : 0u;
        barrier();
        s_end[lane] += before;
        barrier();
    }
    return s_end[GROUP - 1u];
}

// The number of ends at or before a point of these cells is the place of its cell.
uint killer_of(uint place) {
    uint cell = 0u;
    for (uint step = GROUP / 2u; step > 0u; step /= 2u)
        if (s_end[cell + step - 1u] <= place)
            cell += step;
    return s_begin[cell] + place - (cell > 0u ? s_end[cell - 1u] : 0u);
}

void load_tile(uint first, uint size) {
    uint lane = gl_LocalInvocationIndex;
    if (first + lane < size) {
        uint killer = killer_of(first + lane);
        s_rows[lane] = row_of(killer);
        for (uint word = 0u; word < WORDS; ++word)
            s_codes[lane * WORDS + word] = word_of(killer, 2u + word);
    }
}

bool is_dominated_by_tile(uint row, uint size) {
    for (uint other = 0u; other < size; ++other) {
        COUNT_MASK_TEST;
        if (!may_dominate(other) || s_rows[other] == row)
            continue;
        COUNT_DOMINANCE_TEST;
        if (dominates(s_rows[other], row))
            return true;
    }
    return false;
}

void main() {
    uint lane = gl_LocalInvocationIndex, chunk = u_targets + group_index();
    uint cell = cell_of_chunk(chunk);
    uint point = begin_of_cell(cell) + (chunk - chunks_before(cell)) * GROUP + lane;
    bool left = group_index() * GROUP < length_of_input() && point < end_of_cell(cell) && is_alive(point);
    bool counted = left;
    uint mask = mask_of_cell(cell), row = 0u;
    if (left) {
        row = row_of(point);
        for (uint word = 0u; word < WORDS; ++word)
            t_codes[word] = word_of(point, 2u + word) | HIGH_BITS;
    }
    // No cell behind the own one can dominate it.
    uint last_cell = min(cell_of_point(u_killers_end - 1u), cell) + 1u;
    bool any = true;
    for (uint first = cell_of_point(u_killers); first < last_cell && any; first += GROUP) {
        uint size = find_cells(first, last_cell, mask);
        for (uint tile = 0u; tile < size && any; tile += GROUP) {
            if (lane == 0u)
                s_left = 0u;
            load_tile(tile, size);
            barrier();
            if (left) {
                s_left = 1u;
                left = !is_dominated_by_tile(row, min(size - tile, uint(GROUP)));
                if (!left)
                    kill(point);
            }
            barrier();
            any = s_left != 0u;
            barrier();
        }
        barrier();
    }
    if (counted)
        add_counters();
}
