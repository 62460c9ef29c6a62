#version 430
// Reduces all elements in one pass: groups take tiles in turns, and the last group to finish reduces the
// partials of all groups.
// Reads 0: elements. Writes 1: the result. 2: partials, one per group. 6: states, whose third word counts the
// groups that are done.
// The host defines ITEMS (per invocation in a tile).
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
#define TILE (GROUP * ITEMS)

shared bool s_last;

Value reduce_tile(uint base, uint n, bool whole) {
    Value sum = IDENTITY;
    for (uint step = 0u; step < ITEMS / 4; ++step) {
        Quad quad = load_quad(base + 4u * (step * GROUP + rank()), n, whole);
        sum = combine(sum, combine(combine(quad.a, quad.b), combine(quad.c, quad.d)));
    }
    return sum;
}

// Stores this group's partial. True if it is the last group to do so.
bool is_last(uint group, Value total) {
    if (rank() == 0u) {
        partials[u_first[2] + group] = total;
        memoryBarrierBuffer();
        s_last = atomicAdd(states[2], 1u) == group_count() - 1u;
    }
    barrier();
    return s_last;
}

void main() {
    uint n = length_of_input();
    uint tiles = n / TILE + (n % TILE != 0u ? 1u : 0u);
    uint groups = group_count();
    uint group = group_index();
    Value sum = IDENTITY;
    for (uint tile = group; tile < tiles; tile += groups) {
        Value found;
        if (is_whole(tile * TILE, TILE, n))
            found = reduce_tile(tile * TILE, n, true);
        else
            found = reduce_tile(tile * TILE, n, false);
        sum = combine(sum, found);
    }
    Value total = group_total(sum);
    if (groups == 1u) {
        if (rank() == 0u)
            result[u_first[1]] = memory_of(total);
    } else if (is_last(group, total)) {
        memoryBarrierBuffer();
        Value all = IDENTITY;
        for (uint i = rank(); i < groups; i += GROUP)
            all = combine(all, partials[u_first[2] + i]);
        all = group_total(all);
        if (rank() == 0u) {
            result[u_first[1]] = memory_of(all);
            states[2] = 0u;
        }
    }
}
