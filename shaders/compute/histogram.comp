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
// A key's bin is a range of its bits. BINS is a power of two.
layout(location = 12) uniform uint u_shift;

uint bin_of(Value key) {
    return key >> u_shift & (BINS - 1u);
}
#elif ELEMENT == FLOAT32
// A float's bin is the last one whose lower edge, low + bin * width, is not above it. The quotient is off by at
// most one, see histogram.cpp; comparing with the edges corrects it. They are compared as keys, because drivers
// may flush denormals to zero.
layout(location = 12) uniform uint u_low;  // as a key
layout(location = 13) uniform uint u_high; // as a key
layout(location = 14) uniform float u_origin; // low
layout(location = 15) uniform float u_width;
layout(location = 16) uniform float u_bins_by_span;

#define MINUS_ZERO 0x7fffffffu
#define ZERO 0x80000000u

Value lower_edge(uint bin) {
    precise float edge = u_origin + float(bin) * u_width;
    return value_of(floatBitsToUint(edge));
}

uint bin_of(Value key) {
    key = key == MINUS_ZERO ? ZERO : key;
    if (key < u_low || key >= u_high)
        return BINS;
    float offset = uintBitsToFloat(memory_of(key)) - u_origin;
    uint bin = min(uint(max(offset * u_bins_by_span, 0.0)), BINS - 1u);
    if (bin > 0u && key < lower_edge(bin))
        --bin;
    else if (bin + 1u < BINS && key >= lower_edge(bin + 1u))
        ++bin;
    return bin;
}
#else
// An integer's bin is floor((x - low) * BINS / (high - low)), exactly. The float quotient is off by at most
// one, since BINS is at most 2^16; comparing 64-bit products corrects it.
layout(location = 12) uniform uint u_low;  // as a key
layout(location = 13) uniform uint u_span; // high - low
layout(location = 14) uniform float u_bins_by_span;

uvec2 product(uint a, uint b) {
    uvec2 result;
    umulExtended(a, b, result.y, result.x);
    return result;
}
bool less(uvec2 a, uvec2 b) {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

uint bin_of(Value key) {
    uint offset = key - u_low; // wraps around below low
    if (offset >= u_span)
        return BINS;
    // Mesa 22.3 returns the other factor as the upper half of a product with the constant 1.
    if (BINS == 1u)
        return 0u;
    uint bin = min(uint(float(offset) * u_bins_by_span), BINS - 1u);
    uvec2 scaled = product(offset, BINS);
    if (less(scaled, product(bin, u_span)))
        --bin;
    else if (!less(scaled, product(bin + 1u, u_span)))
        ++bin;
    return bin;
}
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
