#version 430
// Writes one value to all elements, four per invocation.
// Writes 0: elements.
#define RESULTS 0
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
#include "compute/elements_out.glsl"

layout(location = 12) uniform uint u_low_word;
layout(location = 13) uniform uint u_high_word; // for elements of eight bytes

void main() {
    uint n = length_of_input();
    uint index = own_quad();
#if ELEMENT == PAIR
    T value = T(u_low_word, u_high_word);
#else
    T value = u_low_word;
#endif
    if (index < n)
        store_results(index, n, Quad(value, value, value, value), is_whole(index, 4u, n));
}
