// Lanes: invocations of a row exchange values without shared memory. Row r, lane l of a group of rows of
// `lanes()` is its invocation of rank r * lanes() + l. Needs kernel.glsl and operator.glsl, TIER 1 or 2.
#if TIER == 2
uint lane() { return gl_SubgroupInvocationID; }
uint lanes() { return gl_SubgroupSize; }
uint row() { return gl_SubgroupID; }
uint rows() { return gl_NumSubgroups; }

Value lanes_inclusive(Value value) { return lanes_combine_inclusive(value); }
Value lanes_read(Value value, uint from) { return subgroupShuffle(value, from); }
// Of the lane below; IDENTITY for lane 0.
Value lanes_up(Value value) {
    Value below = subgroupShuffleUp(value, 1u);
    return lane() == 0u ? IDENTITY : below;
}
#elif TIER == 1
// The self-test checks that ranks are those of the invocations.
uint lane() { return gl_SubGroupInvocationARB; }
uint lanes() { return gl_SubGroupSizeARB; }
uint row() { return gl_LocalInvocationIndex / gl_SubGroupSizeARB; }
uint rows() { return (GROUP + gl_SubGroupSizeARB - 1u) / gl_SubGroupSizeARB; }

Value lanes_read(Value value, uint from) { return readInvocationARB(value, from); }
// Only one lane can be read by all at once, so the row is walked.
Value lanes_inclusive(Value value) {
    Value sum = value;
    uint last = lanes() - 1u;
    Value walked = IDENTITY;
    for (uint from = 0u; from < last; ++from) {
        walked = combine(walked, readInvocationARB(value, from));
        if (lane() == from + 1u)
            sum = combine(walked, value);
    }
    return sum;
}
Value lanes_up(Value value) {
    Value below = IDENTITY;
    for (uint from = 0u; from + 1u < lanes(); ++from) {
        Value read = readInvocationARB(value, from);
        if (lane() == from + 1u)
            below = read;
    }
    return below;
}
#endif

// What the lanes below have together, of a value and what lanes_inclusive() gave of it.
#if OPERATOR == SUM && ELEMENT != FLOAT32
#define lanes_exclusive(value, inclusive) ((inclusive) - (value))
#else
#define lanes_exclusive(value, inclusive) lanes_up(inclusive)
#endif

#if TIER != 0
uint rank() { return row() * lanes() + lane(); }
#endif
