// Lanes: the invocations of a row exchange values without shared memory. In a group, lane l of row r has rank
// r * lanes() + l. Needs kernel.glsl and operator.glsl. TIER 0 only has ranks.
#if TIER == 2
uint lane() { return gl_SubgroupInvocationID; }
uint lanes() { return gl_SubgroupSize; }
uint row() { return gl_SubgroupID; }
uint rows() { return gl_NumSubgroups; }

#if SEGMENTED
Value lanes_read(Value value, uint from) {
    return Value(subgroupShuffle(value.plain, from), subgroupShuffle(value.head, from));
}
Value lanes_inclusive(Value value) {
    for (uint distance = 1u; distance < lanes(); distance *= 2u) {
        Value before = Value(subgroupShuffleUp(value.plain, distance), subgroupShuffleUp(value.head, distance));
        if (lane() >= distance)
            value = combine(before, value);
    }
    return value;
}
#else
Value lanes_read(Value value, uint from) { return subgroupShuffle(value, from); }
Value lanes_inclusive(Value value) { return lanes_combine_inclusive(value); }
#endif
// The value of the lane below; IDENTITY for lane 0.
Value lanes_up(Value value) {
    Value below = lanes_read(value, lane() == 0u ? 0u : lane() - 1u);
    if (lane() == 0u)
        below = IDENTITY;
    return below;
}
#elif TIER == 1
// The self-test checks that ranks match the invocations.
uint lane() { return gl_SubGroupInvocationARB; }
uint lanes() { return gl_SubGroupSizeARB; }
uint row() { return gl_LocalInvocationIndex / gl_SubGroupSizeARB; }
uint rows() { return (GROUP + gl_SubGroupSizeARB - 1u) / gl_SubGroupSizeARB; }

#if SEGMENTED
Value lanes_read(Value value, uint from) {
    return Value(readInvocationARB(value.plain, from), readInvocationARB(value.head, from));
}
#else
Value lanes_read(Value value, uint from) { return readInvocationARB(value, from); }
#endif
// All lanes must read the same lane, so each lane of the row is read in turn.
Value lanes_inclusive(Value value) {
    Value sum = value;
    uint last = lanes() - 1u;
    Value walked = IDENTITY;
    for (uint from = 0u; from < last; ++from) {
        walked = combine(walked, lanes_read(value, from));
        if (lane() == from + 1u)
            sum = combine(walked, value);
    }
    return sum;
}
Value lanes_up(Value value) {
    Value below = IDENTITY;
    for (uint from = 0u; from + 1u < lanes(); ++from) {
        Value read = lanes_read(value, from);
        if (lane() == from + 1u)
            below = read;
    }
    return below;
}
#endif

// The total of the lanes below, from a value and its lanes_inclusive().
#if OPERATOR == SUM && ELEMENT != FLOAT32 && !SEGMENTED
#define lanes_exclusive(value, inclusive) ((inclusive) - (value))
#else
#define lanes_exclusive(value, inclusive) lanes_up(inclusive)
#endif

#if TIER == 0
uint rank() { return gl_LocalInvocationIndex; }
#else
uint rank() { return row() * lanes() + lane(); }
#endif
