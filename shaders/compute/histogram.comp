#version 430
// Counts the elements in each bin. PRIVATE: each group first counts in shared memory.
// Reads 0: elements. Adds to 1: counts.
// The host defines BINS and BY, the rule that maps elements to bins.
#define DIGIT 0
#define RANGE 1
#include "compute/kernel.glsl"
#include "compute/compared.glsl"
#include "compute/elements_in.glsl"

layout(std430, binding = 1) buffer Counts {
    uint counts[];
};

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

void add(uint index, uint n, Value value) {
    uint bin = index < n ? bin_of(value) : BINS;
    if (bin < BINS) {
#if PRIVATE
        atomicAdd(s_counts[bin], 1u);
#else
        atomicAdd(counts[u_first[1] + bin], 1u);
#endif
    }
}

void main() {
    uint n = length_of_input();
#if PRIVATE
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
        s_counts[bin] = 0u;
    barrier();
#endif
    for (uint index = own_quad(); index < n; index += 4u * GROUP * group_count()) {
        Quad quad = load_quad(index, n, is_whole(index, 4u, n));
        add(index, n, quad.a);
        add(index + 1u, n, quad.b);
        add(index + 2u, n, quad.c);
        add(index + 3u, n, quad.d);
    }
#if PRIVATE
    barrier();
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) {
        uint found = s_counts[bin];
        if (found != 0u)
            atomicAdd(counts[u_first[1] + bin], found);
    }
#endif
}
