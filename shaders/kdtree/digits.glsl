// The way of a point down the next levels, as a digit: one bit for each level, the highest level first, 0 for left and
// 1 for right. Counters of the eight digits, 16 bits each, are the values of group_scan.glsl. Replaces operator.glsl.
// Needs segment.glsl.
#define ELEMENT 0
#define OPERATOR 0
#define SEGMENTED 0
#include "compute/element.glsl"
#define SUM 0
#define Value uvec4
#define IDENTITY uvec4(0u)
#define combine(older, newer) ((older) + (newer))
#define lanes_combine_inclusive subgroupInclusiveAdd
#define lanes_combine_plain subgroupAdd
#define MOST_BITS 3u
#define DROPPED 8u // in place of the digit: the point is a node of a level above, or there is none

// The counts of one invocation: 4 bits for each digit.
uint one_of(uint digit) { return 1u << 4u * digit; }
uint few_of(uint counts, uint digit) { return counts >> 4u * digit & 15u; }

uvec4 counters_of(uint counts) {
    uvec4 pairs = uvec4(counts, counts >> 8, counts >> 16, counts >> 24);
    return pairs & 0xfu | (pairs & 0xf0u) << 12;
}

uint count_of(uvec4 counters, uint digit) {
    uvec2 pairs = (digit & 4u) == 0u ? counters.xy : counters.zw;
    uint pair = (digit & 2u) == 0u ? pairs.x : pairs.y;
    return (digit & 1u) == 0u ? pair & 0xffffu : pair >> 16;
}

// The part of a segment that a digit leads to.
Segment part_of(Segment segment, uint digit, uint bits) {
    for (; bits > 0u; --bits) {
        if ((digit >> (bits - 1u) & 1u) == 0u)
            segment = left_of(segment);
        else
            segment = right_of(segment);
    }
    return segment;
}
