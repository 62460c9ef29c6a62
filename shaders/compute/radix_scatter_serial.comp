#version 430
// Scatters a tile of keys to their places in the order of the current digit. Stable. Each invocation walks a
// chunk of neighbouring keys with counters of its own. Bindings: see radix_scatter.glsl.
#define ELEMENT 0
#include "compute/kernel.glsl"
#include "compute/element.glsl"
#include "compute/radix.glsl"
#include "compute/radix_scatter.glsl"

shared uint s_counts[DIGITS * GROUP]; // digit d, invocation t at d * GROUP + t

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    uint own = gl_LocalInvocationIndex;
    for (uint i = own; i < DIGITS * GROUP; i += GROUP)
        s_counts[i] = 0u;
    barrier();
    uint first = tile * TILE + own * ITEMS;
    uint end = tile < u_tiles ? min(first + ITEMS, n) : 0u;
    for (uint index = first; index < end; ++index)
        s_counts[digit_of(order_of(keys[u_first[0] + index])) * GROUP + own] += 1u;
    barrier();
    if (tile < u_tiles) {
        for (uint digit = own; digit < DIGITS; digit += GROUP) {
            uint place = offsets[u_first[1] + digit * u_tiles + tile];
            for (uint i = digit * GROUP; i < (digit + 1u) * GROUP; ++i) {
                uint count = s_counts[i];
                s_counts[i] = place;
                place += count;
            }
        }
    }
    barrier();
    for (uint index = first; index < end; ++index) {
        uint key = keys[u_first[0] + index];
        uint counter = digit_of(order_of(key)) * GROUP + own;
        uint place = s_counts[counter];
        s_counts[counter] = place + 1u;
        sorted_keys[u_first[2] + place] = key;
#if PAYLOAD != NO_VALUES
        sorted_values[u_first[4] + place] = load_payload(index);
#endif
    }
}
