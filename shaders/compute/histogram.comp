#version 430
// Counts the elements in each bin. PRIVATE: each group first counts in shared memory.
// Reads 0: elements. Writes 1: counts. 2: sums, in which groups add up their counts, and the number of groups done;
// all are 0 before and after.
// The host defines ITEMS (per invocation in a tile), BINS and BY, the rule that maps elements to bins.
#pragma optionNV(unroll all) // NVIDIA: starts all loads of a tile at once; other drivers ignore it
#define DIGIT 0
#define RANGE 1
#include "compute/kernel.glsl"
#include "compute/compared.glsl"
#include "compute/elements_in.glsl"
#define TILE (GROUP * ITEMS)

layout(std430, binding = 1) writeonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 2) coherent buffer Sums {
    uint sums[];
};
#define GROUPS_DONE sums[u_first[2] + BINS]
#include "compute/last_group.glsl"

// uint bin_of(Value): the bin, or BINS if there is none.
#if BY == DIGIT
#include "compute/histogram_digit.glsl"
#elif ELEMENT == FLOAT32
#include "compute/histogram_floats.glsl"
#else
#include "compute/histogram_integers.glsl"
#endif

#if PRIVATE
shared uint s_counts[BINS];
#endif

void add(Value value) {
    uint bin = bin_of(value);
    if (bin < BINS) {
#if PRIVATE
        atomicAdd(s_counts[bin], 1u);
#else
        atomicAdd(sums[u_first[2] + bin], 1u);
#endif
    }
}

void count_tile(uint base, uint n) {
    Quad quads[ITEMS / 4];
    for (uint step = 0u; step < ITEMS / 4; ++step)
        quads[step] = load_quad(base + 4u * (step * GROUP + gl_LocalInvocationIndex), n, true);
    for (uint step = 0u; step < ITEMS / 4; ++step) {
        add(quads[step].a);
        add(quads[step].b);
        add(quads[step].c);
        add(quads[step].d);
    }
}

void count_part(uint base, uint n) {
    uint end = min(base + TILE, n);
    for (uint index = base + gl_LocalInvocationIndex; index < end; index += GROUP)
        add(load_value(index, n));
}

void main() {
    uint n = length_of_input();
#if PRIVATE
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
        s_counts[bin] = 0u;
    barrier();
#endif
    uint tiles = n / TILE + (n % TILE != 0u ? 1u : 0u);
    for (uint tile = group_index(); tile < tiles; tile += group_count()) {
        if (is_whole(tile * TILE, TILE, n))
            count_tile(tile * TILE, n);
        else
            count_part(tile * TILE, n);
    }
#if PRIVATE
    barrier();
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) {
        uint found = s_counts[bin];
        if (found != 0u)
            atomicAdd(sums[u_first[2] + bin], found);
    }
#endif
    if (is_last_group()) {
        for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
            counts[u_first[1] + bin] = atomicExchange(sums[u_first[2] + bin], 0u);
    }
}
