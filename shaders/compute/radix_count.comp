#version 430
// Counts how often each digit occurs in a tile.
// Reads 0: keys. Writes 1: counts, those of all tiles for digit 0, then for digit 1 ...
// The host defines ITEMS (per invocation).
#define ELEMENT 0
#define OPERATOR 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/radix.glsl"
#include "compute/elements_in.glsl"
#define TILE (GROUP * ITEMS)

layout(std430, binding = 1) writeonly buffer Counts {
    uint counts[];
};

shared uint s_counts[DIGITS];

void count_key(uint key) { atomicAdd(s_counts[digit_of(order_of(key))], 1u); }

void count_whole(uint base, uint n) {
    for (uint step = 0u; step < ITEMS / 4; ++step) {
        Quad keys = load_quad(base + 4u * (step * GROUP + gl_LocalInvocationIndex), n, true);
        count_key(keys.a);
        count_key(keys.b);
        count_key(keys.c);
        count_key(keys.d);
    }
}

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    for (uint digit = gl_LocalInvocationIndex; digit < DIGITS; digit += GROUP)
        s_counts[digit] = 0u;
    barrier();
    if (tile < u_tiles) {
        uint base = tile * TILE;
        if (is_whole(base, TILE, n)) {
            count_whole(base, n);
        } else {
            uint end = min(base + TILE, n);
            for (uint index = base + gl_LocalInvocationIndex; index < end; index += GROUP)
                count_key(input_elements[u_first[0] + index]);
        }
    }
    barrier();
    if (tile < u_tiles) {
        for (uint digit = gl_LocalInvocationIndex; digit < DIGITS; digit += GROUP)
            counts[u_first[1] + digit * u_tiles + tile] = s_counts[digit];
    }
}
