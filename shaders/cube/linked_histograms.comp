#version 430
// Counts the rows of each code in every dimension, of those rows whose other dimensions are all selected.
// Reads 0: codes, column by column, 1: the selection, see below. Adds to 2: counts of all dimensions, one after the
// other.
// The selection: for each dimension, two words with the place of its first count and of its first bit; then the bits.
// The host defines DIMENSIONS, and SHARED_COUNTS, SHARED_BITS: numbers of words that a group keeps in shared memory,
// or 0 if they do not fit.
#include "compute/kernel.glsl"
#define NONE DIMENSIONS

layout(std430, binding = 0) readonly buffer Codes {
    uint codes[];
};
layout(std430, binding = 1) readonly buffer Selection {
    uint selection[];
};
layout(std430, binding = 2) buffer Counts {
    uint counts[];
};

#if SHARED_COUNTS
shared uint s_counts[SHARED_COUNTS];
shared uint s_selection[SHARED_BITS];
#define selection_word(at) s_selection[at]
#define add(at) atomicAdd(s_counts[at], 1u)
#else
#define selection_word(at) selection[u_first[1] + (at)]
#define add(at) atomicAdd(counts[u_first[2] + (at)], 1u)
#endif

bool is_selected(uint dimension, uint code) {
    return (selection_word(selection_word(2u * dimension + 1u) + code / 32u) >> code % 32u & 1u) != 0u;
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
            add(selection_word(2u * d) + code[d]);
}

void main() {
    uint n = length_of_input(), lane = gl_LocalInvocationIndex;
#if SHARED_COUNTS
    for (uint i = lane; i < SHARED_COUNTS; i += GROUP)
        s_counts[i] = 0u;
    for (uint i = lane; i < SHARED_BITS; i += GROUP)
        s_selection[i] = selection[u_first[1] + i];
    barrier();
#endif
    for (uint row = group_index() * GROUP + lane; row < n; row += GROUP * group_count())
        count_row(row, n);
#if SHARED_COUNTS
    barrier();
    for (uint i = lane; i < SHARED_COUNTS; i += GROUP) {
        uint found = s_counts[i];
        if (found != 0u)
            atomicAdd(counts[u_first[2] + i], found);
    }
#endif
}
