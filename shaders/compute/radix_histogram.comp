#version 430
#pragma optionNV(unroll all) // NVIDIA; other drivers ignore it
// Counts each digit of every pass over all keys, and derives where the digit's keys begin in the sorted array.
// Clears the states of the sweeps.
// Reads 0: keys. Writes 2: starts, DIGITS per pass, 3: states of the sweeps. 1: counts, and the number of groups
// done; all are 0 before and after.
// The host defines ITEMS (per invocation in a tile).
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "compute/radix.glsl"
#include "compute/elements_in.glsl"
#define TILE (GROUP * ITEMS)
#define MOST_PASSES 4
#define COUNTS (MOST_PASSES * DIGITS)
#define GROUPS_DONE counts[u_first[1] + COUNTS]
#define OWN_COUNTS (COUNTS / GROUP) // consecutive counts

layout(std430, binding = 1) coherent buffer Counts {
    uint counts[];
};
layout(std430, binding = 2) writeonly buffer Starts {
    uint starts[];
};
layout(std430, binding = 3) writeonly buffer States {
    uvec4 state_quads[];
};
layout(location = 15) uniform uint u_state_quads;
#include "compute/last_group.glsl"

shared uint s_counts[COUNTS];

void count_key(uint key) {
    uint order = order_of(key);
    for (uint pass = 0u; pass < PASSES; ++pass)
        atomicAdd(s_counts[pass * DIGITS + ((order >> shift_of_pass(pass)) & mask_of_pass(pass))], 1u);
}

void count_tile(uint base, uint n, bool whole) {
    Quad quads[ITEMS / 4];
    for (uint step = 0u; step < ITEMS / 4; ++step)
        quads[step] = load_quad(base + 4u * (step * GROUP + gl_LocalInvocationIndex), n, whole);
    for (uint step = 0u; step < ITEMS / 4; ++step) {
        count_key(quads[step].a);
        count_key(quads[step].b);
        count_key(quads[step].c);
        count_key(quads[step].d);
    }
}

void count_part(uint base, uint n) {
    uint end = min(base + TILE, n);
    for (uint index = base + gl_LocalInvocationIndex; index < end; index += GROUP)
        count_key(input_elements[u_first[0] + index]);
}

// Every pass counts all n keys, so a scan over all passes exceeds the starts of pass p by p * n.
void find_starts(uint n) {
    uint first = OWN_COUNTS * gl_LocalInvocationIndex;
    uint own[OWN_COUNTS];
    uint sum = 0u;
    for (uint i = 0u; i < OWN_COUNTS; ++i) {
        own[i] = atomicExchange(counts[u_first[1] + first + i], 0u);
        sum += own[i];
    }
    uint total;
    uint before = group_exclusive(sum, total);
    for (uint i = 0u; i < OWN_COUNTS; ++i) {
        starts[u_first[2] + first + i] = before - (first + i) / DIGITS * n;
        before += own[i];
    }
}

void main() {
    uint n = length_of_input();
    for (uint i = gl_LocalInvocationIndex; i < COUNTS; i += GROUP)
        s_counts[i] = 0u;
    uint groups = group_count();
    for (uint i = group_index() * GROUP + gl_LocalInvocationIndex; i < u_state_quads; i += groups * GROUP)
        state_quads[i + u_first[3] / 4u] = uvec4(0u);
    barrier();
    for (uint base = group_index() * TILE; base < n; base += groups * TILE) {
        if (is_whole(base, TILE, n))
            count_tile(base, n, true);
        else
            count_part(base, n);
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < COUNTS; i += GROUP) {
        if (s_counts[i] != 0u)
            atomicAdd(counts[u_first[1] + i], s_counts[i]);
    }
    if (is_last_group())
        find_starts(n);
}
