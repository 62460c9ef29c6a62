#version 430
// Folds the rows of each code in every dimension, over the rows that are selected in all other dimensions.
// Reads 0: codes, column by column, 1: the selection, see below, 2: measures. Changes 3: cells, dimension by dimension,
// zeros at first: the number of rows, then a number of two words for each measure, the low one first.
// Sums add up. Minima and maxima are mapped so that the result is the largest number: a first run finds its high
// word, and a second one, with LOW_WORDS, the largest low word among the numbers with that high word.
// The selection: for each dimension, two words with the index of its first cell and of its first bit; then the bits.
// The host defines DIMENSIONS, CODES of all dimensions, and SELECTION_WORDS: nonzero if groups keep their cells and
// the selection in shared memory.
#include "compute/kernel.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"
#define NONE DIMENSIONS
#define CELL_WORDS (1u + 2u * MEASURES)

layout(std430, binding = 0) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 1) readonly buffer Selection {
    uint selection[];
};
layout(std430, binding = 2) readonly buffer Measures {
    uvec2 measures[];
};
layout(std430, binding = 3) buffer Cells {
    uint cells[];
};

#define cell_word(at) cells[u_first[3] + (at)]
#if SELECTION_WORDS
shared uint s_cells[CODES * CELL_WORDS];
shared uint s_selection[SELECTION_WORDS];
#define selection_word(at) s_selection[at]
#define own_word(at) s_cells[at]
#else
#define selection_word(at) selection[u_first[1] + (at)]
#define own_word(at) cell_word(at)
#endif

bool is_selected(uint dimension, uint code) {
    return (selection_word(selection_word(2u * dimension + 1u) + code / 32u) >> code % 32u & 1u) != 0u;
}

// Adds a number of two words. Each of several concurrent additions carries for itself.
#define ADD_PAIR(word, at, number) \
    { \
        uint before = atomicAdd(word(at), (number).x); \
        atomicAdd(word((at) + 1u), (number).y + (before + (number).x < before ? 1u : 0u)); \
    }

void add_row(uint cell, uint row, uint n) {
    uint at = cell * CELL_WORDS;
#if !LOW_WORDS
    atomicAdd(own_word(at), 1u);
#endif
    ++at;
    for (uint m = 0u; m < MEASURES; ++m, at += 2u) {
        uvec2 number = measures[u_first[2] + m * n + row];
        if (folds[m] == FOLD_SUM) {
#if !LOW_WORDS
            ADD_PAIR(own_word, at, number)
#endif
            continue;
        }
        number.y ^= 0x80000000u;
        if (folds[m] == FOLD_MIN)
            number = ~number;
#if LOW_WORDS
        if (number.y == cell_word(at + 1u))
            atomicMax(own_word(at), number.x);
#else
        atomicMax(own_word(at + 1u), number.y);
#endif
    }
}

void count_row(uint row, uint n) {
    uint code[DIMENSIONS], failed = NONE, failures = 0u;
    for (uint d = 0u; d < DIMENSIONS; ++d)
        code[d] = codes[u_first[0] + d * n + row];
    for (uint d = 0u; d < DIMENSIONS; ++d) {
        if (!is_selected(d, code[d])) {
            failed = d;
            ++failures;
        }
    }
    if (failures > 1u)
        return;
    for (uint d = 0u; d < DIMENSIONS; ++d)
        if (failures == 0u || d == failed)
            add_row(selection_word(2u * d) + code[d], row, n);
}

#if SELECTION_WORDS
void add_own_cell(uint cell) {
    uint at = cell * CELL_WORDS;
#if !LOW_WORDS
    if (s_cells[at] == 0u)
        return;
    atomicAdd(cell_word(at), s_cells[at]);
#endif
    ++at;
    for (uint m = 0u; m < MEASURES; ++m, at += 2u) {
#if LOW_WORDS
        if (folds[m] != FOLD_SUM)
            atomicMax(cell_word(at), s_cells[at]);
#else
        if (folds[m] == FOLD_SUM)
            ADD_PAIR(cell_word, at, uvec2(s_cells[at], s_cells[at + 1u]))
        else
            atomicMax(cell_word(at + 1u), s_cells[at + 1u]);
#endif
    }
}
#endif

void main() {
    uint n = length_of_input(), lane = gl_LocalInvocationIndex;
#if SELECTION_WORDS
    for (uint i = lane; i < CODES * CELL_WORDS; i += GROUP)
        s_cells[i] = 0u;
    for (uint i = lane; i < SELECTION_WORDS; i += GROUP)
        s_selection[i] = selection[u_first[1] + i];
    barrier();
#endif
    for (uint row = group_index() * GROUP + lane; row < n; row += GROUP * group_count())
        count_row(row, n);
#if SELECTION_WORDS
    barrier();
    for (uint cell = lane; cell < CODES; cell += GROUP)
        add_own_cell(cell);
#endif
}
