#version 430
// Tests points by their codes, see codes.comp, against others that lie in shared memory tile by tile. Only the few
// rows that codes leave in doubt are read.
// Reads 0: see table.glsl, 1: see records.glsl. Writes 3, 4: see tests.glsl.
// The host defines CELLS: each group has the points of a chunk, and tests them against the cells whose masks are
// subsets of that of the chunk; reads 2: see cells.glsl. Otherwise, it tests GROUP points against all others.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's codes in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"
#include "skyline/tests.glsl"
#if CELLS
#include "skyline/cells.glsl"
#include "skyline/killers.glsl"
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
uint killer_of(uint place) { return listed_killer(place); }
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

// Which of 32 points of the tile have codes that let them dominate: found with no branch.
uint possible_killers(uint first) {
    uint possible = 0u;
    for (uint i = 0u; i < 32u; ++i)
        possible |= (may_dominate(first + i) ? 1u : 0u) << i;
    return possible;
}

bool is_dominated_by_tile(uint row, uint size) {
    for (uint first = 0u; first < min(size, uint(GROUP)); first += 32u) {
        uint count = min(size - first, 32u), possible = possible_killers(first);
        if (count < 32u)
            possible &= (1u << count) - 1u;
        for (; possible != 0u; possible &= possible - 1u) {
            uint i = uint(findLSB(possible)), other = s_rows[first + i];
            if (other == row)
                continue;
            COUNT_DOMINANCE_TEST;
            if (dominates(other, row)) {
                COUNT_MASK_TESTS(i + 1u);
                return true;
            }
        }
        COUNT_MASK_TESTS(count);
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
            left = !is_dominated_by_tile(row, size - tile);
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
#if CELLS
    uint chunk = u_targets + group_from_last(), cell = cell_of_chunk(chunk);
    uint point = first_of_chunk(chunk, cell) + gl_LocalInvocationIndex;
    bool left = chunk < u_targets_end && point < end_of_cell(cell) && is_alive(point);
#else
    uint point = u_targets + group_index() * GROUP + gl_LocalInvocationIndex;
    bool left = point < u_targets_end && is_alive(point);
#endif
    bool counted = left;
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
    for (uint first = cell_of_point(u_killers); first < last_cell && any; first += CELLS_OF_LIST) {
        uint size = list_killers(first, last_cell, mask);
        any = test_killers(size, point, row, left);
        barrier();
    }
#else
    test_killers(u_killers_end - u_killers, point, row, left);
#endif
    if (counted)
        add_counters();
}
