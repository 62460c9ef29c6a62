#version 430
// Reduces all elements in one pass: groups take tiles in turns, and the last group to finish writes the result.
// Reads 0: elements. Writes 1: the result. 2: partials, one per group, unless ATOMIC. 6: states, of which two words
// are 0 before and after: the number of groups done, and what they accumulate.
// The host defines ITEMS (per invocation in a tile).
#pragma optionNV(unroll all) // NVIDIA: starts all loads of a tile at once; other drivers ignore it
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/elements_in.glsl"
#include "compute/group_scan.glsl"

layout(std430, binding = 1) writeonly buffer Output {
    T result[];
};
layout(std430, binding = 2) coherent buffer Partials {
    Value partials[];
};
layout(std430, binding = 6) coherent buffer States {
    uint states[];
};
#define GROUPS_DONE states[2]
#define ACCUMULATED states[3]
#define TILE (GROUP * ITEMS)

// Words whose order of combination does not matter: groups combine them by one atomic operation.
#define ATOMIC (ELEMENT != UINT64 && !(ELEMENT == FLOAT32 && OPERATOR == SUM))

Value reduce_tile(uint base, uint n, bool whole) {
    Quad quads[ITEMS / 4];
    for (uint step = 0u; step < ITEMS / 4; ++step)
        quads[step] = load_quad(base + 4u * (step * GROUP + rank()), n, whole);
    Value sum = IDENTITY;
    for (uint step = 0u; step < ITEMS / 4; ++step)
        sum = combine(sum, combine(combine(quads[step].a, quads[step].b), combine(quads[step].c, quads[step].d)));
    return sum;
}

Value reduce_tiles(uint n) {
    uint tiles = n / TILE + (n % TILE != 0u ? 1u : 0u);
    Value sum = IDENTITY;
    for (uint tile = group_index(); tile < tiles; tile += group_count()) {
        Value found;
        if (is_whole(tile * TILE, TILE, n))
            found = reduce_tile(tile * TILE, n, true);
        else
            found = reduce_tile(tile * TILE, n, false);
        sum = combine(sum, found);
    }
    return group_reduce(sum);
}

#if ATOMIC
// A word that is 0 for the identity and greater for what is to win.
#if ELEMENT == INT32
#define ORDERED(value) (uint(value) ^ 0x80000000u)
#define OF_ORDERED(word) int((word) ^ 0x80000000u)
#else
#define ORDERED(value) (value)
#define OF_ORDERED(word) (word)
#endif
#if OPERATOR == SUM
void accumulate(Value total) { atomicAdd(ACCUMULATED, uint(total)); }
Value value_of_word(uint word) { return Value(word); }
#elif OPERATOR == MIN
void accumulate(Value total) { atomicMax(ACCUMULATED, ~ORDERED(total)); }
Value value_of_word(uint word) { return OF_ORDERED(~word); }
#else
void accumulate(Value total) { atomicMax(ACCUMULATED, ORDERED(total)); }
Value value_of_word(uint word) { return OF_ORDERED(word); }
#endif

void combine_groups(Value total) {
    if (rank() == 0u) {
        accumulate(total);
        memoryBarrierBuffer();
        if (atomicAdd(GROUPS_DONE, 1u) == group_count() - 1u) {
            memoryBarrierBuffer();
            result[u_first[1]] = memory_of(value_of_word(atomicExchange(ACCUMULATED, 0u)));
            GROUPS_DONE = 0u;
        }
    }
}
#else
#include "compute/last_group.glsl"
void combine_groups(Value total) {
    if (rank() == 0u)
        partials[u_first[2] + group_index()] = total;
    if (is_last_group()) {
        Value all = IDENTITY;
        for (uint i = rank(); i < group_count(); i += GROUP)
            all = combine(all, partials[u_first[2] + i]);
        all = group_reduce(all);
        if (rank() == 0u)
            result[u_first[1]] = memory_of(all);
    }
}
#endif

void main() {
    Value total = reduce_tiles(length_of_input());
    if (group_count() > 1u)
        combine_groups(total);
    else if (rank() == 0u)
        result[u_first[1]] = memory_of(total);
}
