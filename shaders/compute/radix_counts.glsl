// A group's counts of each digit of every pass. Needs radix.glsl with PASSES.
#define MOST_PASSES 4
#define COUNTS (MOST_PASSES * DIGITS)

shared uint s_counts[COUNTS];

void clear_counts() {
    for (uint i = gl_LocalInvocationIndex; i < COUNTS; i += GROUP)
        s_counts[i] = 0u;
}

void count_key(uint key) {
    uint order = order_of(key);
    for (uint pass = 0u; pass < PASSES; ++pass)
        atomicAdd(s_counts[pass * DIGITS + ((order >> shift_of_pass(pass)) & mask_of_pass(pass))], 1u);
}
