#version 430
// Sorts keys that fit in one group by all digits in shared memory: each key is read and written once. Stable.
// Bindings: see radix_scatter.glsl; sorted keys and values may alias the input.
// SEGMENTS 1: each group sorts a segment. 1: offsets, where each begins. 5: the segments to sort, if listed.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's arrays in registers; other drivers ignore it
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"
#include "compute/ballot.glsl"
// No constant: sorts with other numbers of passes share the program, whose passes the compiler does not unroll.
layout(location = 16) uniform uint u_passes;
#define PASSES u_passes
#include "compute/radix.glsl"
#include "compute/radix_scatter.glsl"
uint t_steps; // number of steps that the group's keys need
#define STEPS t_steps
#include "compute/radix_tile.glsl"

layout(location = 15) uniform uint u_keys; // of all segments

#if SEGMENTS
layout(location = 17) uniform uint u_listed; // 0: sort all segments, in order
layout(location = 18) uniform uint u_skipped; // segments of at most this many keys are skipped
layout(std430, binding = 5) readonly buffer Segments {
    uint segments[];
};
#endif

#if PAYLOAD != NO_VALUES
uint t_values[ITEMS];
#endif

// Moves each item to the place of its rank, and takes the items of the invocation's own places.
void exchange(inout uint items[ITEMS]) {
    uint taken[ITEMS];
    for (uint part = 0u; part < PARTS && part * PART < t_steps * GROUP; ++part) {
        barrier();
        FOR_EACH_STEP(step) {
            uint place = rank_of(step) - part * PART;
            if (PARTS == 1 || place < PART)
                s_words[place] = items[step];
        }
        barrier();
        FOR_EACH_STEP(step) {
            uint place = own_index(step) - part * PART;
            if (PARTS == 1 || place < PART)
                taken[step] = s_words[place];
        }
    }
    FOR_EACH_STEP(step)
        items[step] = taken[step];
}

void sort_by(uint shift, uint mask) {
    count_rows(shift, mask);
    place_rows();
    rank_in_tile(shift, mask);
    exchange(t_orders);
#if PAYLOAD != NO_VALUES
    exchange(t_values);
#endif
    barrier();
}

// After the last key come the greatest keys, which stay last.
void sort_keys(uint first, uint size) {
    t_steps = (size + GROUP - 1u) / GROUP;
    FOR_EACH_STEP(step) {
        bool there = own_index(step) < size;
        t_orders[step] = there ? order_of(keys[u_first[0] + first + own_index(step)]) : ~0u;
#if PAYLOAD != NO_VALUES
        t_values[step] = there ? load_payload(first + own_index(step)) : 0u;
#endif
    }
    for (uint pass = 0u; pass < u_passes; ++pass)
        sort_by(shift_of_pass(pass), mask_of_pass(pass));
    FOR_EACH_STEP(step) {
        if (own_index(step) < size) {
            sorted_keys[u_first[2] + first + own_index(step)] = key_of(t_orders[step]);
#if PAYLOAD != NO_VALUES
            sorted_values[u_first[4] + first + own_index(step)] = t_values[step];
#endif
        }
    }
}

void main() {
    uint n = length_of_input();
#if SEGMENTS
    if (group_index() < n) {
        uint segment = u_listed != 0u ? segments[u_first[5] + group_index()] : group_index();
        uint first = min(offsets[u_first[1] + segment], u_keys);
        uint size = clamp(offsets[u_first[1] + segment + 1u], first, u_keys) - first;
        if (size > u_skipped && size <= TILE)
            sort_keys(first, size);
    }
#else
    sort_keys(0u, n);
#endif
}
