#version 430
// Tests points by their codes, see codes.comp, against others that lie in shared memory tile by tile. Only the few
// rows that codes leave in doubt are read.
// Reads 0: see table.glsl, 1: see records.glsl. Writes 3, 4: see tests.glsl.
// The host defines CELLS: each group has the points of a chunk, and tests them against the cells whose masks are
// subsets of that of the chunk; reads 2: see cells.glsl. Otherwise, it tests GROUP points against all others.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's codes in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"
#include "skyline/tests.glsl"
#if CELLS
#include "skyline/cells.glsl"
#endif

#define WORDS (RECORD - 2)
#define QUADS ((WORDS + 3) / 4)
#define HIGH_BITS 0x80808080u

shared uvec4 s_codes[GROUP * QUADS]; // of a tile
shared uint s_rows[GROUP];
shared uint s_left; // 1: a point of this group was alive before the tile

uint t_codes[WORDS];

bool may_dominate(uint other) {
    // A code has seven bits: the eighth stays set where the other's is not greater.
    uint high = HIGH_BITS;
    for (uint quad = 0u; quad < QUADS; ++quad) {
        uvec4 codes = s_codes[other * QUADS + quad];
        for (uint word = 4u * quad; word < min(4u * quad + 4u, uint(WORDS)); ++word)
            high &= t_codes[word] - codes[word - 4u * quad];
    }
    return high == HIGH_BITS;
}

#if CELLS
shared uint s_begin[GROUP], s_end[GROUP]; // of some cells: their first point, the points in them and before

// Finds the points to test against in GROUP cells from `first` on. Returns their number.
uint find_killers(uint first, uint last, uint mask) {
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
#else
uint killer_of(uint place) { return u_killers + place; }
#endif

void load_tile(uint first, uint size) {
    uint lane = gl_LocalInvocationIndex;
    if (first + lane < size) {
        uint killer = killer_of(first + lane);
        s_rows[lane] = row_of(killer);
        for (uint quad = 0u; quad < QUADS; ++quad) {
            uvec4 codes = uvec4(0u);
            for (uint word = 4u * quad; word < min(4u * quad + 4u, uint(WORDS)); ++word)
                codes[word - 4u * quad] = word_of(killer, 2u + word);
            s_codes[lane * QUADS + quad] = codes;
        }
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

// Tests this invocation's point, if it is left, against `size` killers. False if no point of the group is left.
bool test_killers(uint size, uint point, uint row, inout bool left) {
    bool any = true;
    for (uint tile = 0u; tile < size && any; tile += GROUP) {
        if (gl_LocalInvocationIndex == 0u)
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
    return any;
}

void main() {
    uint item = own_item(0u), point = u_targets + item, end = point + 1u;
#if CELLS
    uint chunk = u_targets + group_index(), cell = cell_of_chunk(chunk);
    point = begin_of_cell(cell) + (chunk - chunks_before(cell)) * GROUP + gl_LocalInvocationIndex;
    end = end_of_cell(cell);
#endif
    bool left = item < length_of_input() && point < end && is_alive(point), counted = left;
    uint row = 0u;
    if (left) {
        row = row_of(point);
        for (uint word = 0u; word < WORDS; ++word)
            t_codes[word] = word_of(point, 2u + word) | HIGH_BITS;
    }
#if CELLS
    // No cell behind the own one can dominate it.
    uint mask = mask_of_cell(cell), last_cell = min(cell_of_point(u_killers_end - 1u), cell) + 1u;
    bool any = true;
    for (uint first = cell_of_point(u_killers); first < last_cell && any; first += GROUP) {
        uint size = find_killers(first, last_cell, mask);
        any = test_killers(size, point, row, left);
        barrier();
    }
#else
    test_killers(u_killers_end - u_killers, point, row, left);
#endif
    if (counted)
        add_counters();
}
