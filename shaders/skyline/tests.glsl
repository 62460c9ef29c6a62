// The output of dominance tests: a flag for each point, which a test clears, and with COUNTERS the number of tests. A
// dispatch tests the target points in [u_targets, u_targets_end) against the killer points in [u_killers, u_killers_end).
// Needs kernel.glsl. Writes 3: flags, 4: two sums of 64 bits, dominance tests and mask tests, low words first.
// The host defines COUNTERS.
layout(std430, binding = 3) coherent buffer Alive {
    uint alive[];
};
layout(location = 12) uniform uint u_targets; // the first target
layout(location = 13) uniform uint u_targets_end;
layout(location = 14) uniform uint u_killers;
layout(location = 15) uniform uint u_killers_end;

// Points of high levels have most to do: groups take the last ones first.
uint group_from_last() { return (length_of_input() + GROUP - 1u) / GROUP - 1u - group_index(); }

bool is_alive(uint point) { return alive[u_first[3] + point] != 0u; }
void kill(uint point) { alive[u_first[3] + point] = 0u; }

#if COUNTERS
layout(std430, binding = 4) buffer Sums {
    uint sums[];
};
uint t_dominance_tests = 0u, t_mask_tests = 0u;
#define COUNT_DOMINANCE_TEST ++t_dominance_tests
#define COUNT_MASK_TESTS(count) t_mask_tests += count

void add_to(uint sum, uint count) {
    uint before = atomicAdd(sums[u_first[4] + sum], count);
    if (before + count < before)
        atomicAdd(sums[u_first[4] + sum + 1u], 1u);
}
void add_counters() {
    if (t_dominance_tests > 0u)
        add_to(0u, t_dominance_tests);
    if (t_mask_tests > 0u)
        add_to(2u, t_mask_tests);
}
#else
#define COUNT_DOMINANCE_TEST
#define COUNT_MASK_TESTS(count)
void add_counters() {}
#endif
