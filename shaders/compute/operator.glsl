// The operator, its values, and the conversions between elements and values: Value, combine(older, newer),
// IDENTITY; Plain, value_of(T), memory_of(Plain), plain_of(Value).
// The host defines ELEMENT (ElementType), OPERATOR, the number of an Operator (operator.h), and optionally
// SEGMENTED 1: a value then records whether a segment begins within it, and ignores everything before that.
#include "compute/element.glsl"
#include "compute/ordered.glsl"
#define SUM 0
#define MIN 1
#define MAX 2
#ifndef SEGMENTED
#define SEGMENTED 0
#endif

// Float minimum and maximum work on keys, because GLSL's leave NaN and the sign of zero undefined.
#if ELEMENT == FLOAT32 && OPERATOR != SUM
#define KEYED 1
#else
#define KEYED 0
#endif

#if KEYED
#undef T
#undef T4
#define T uint // the bits of a float
#define T4 uvec4
#define Plain uint
#elif ELEMENT == UINT32
#define Plain uint
#elif ELEMENT == INT32
#define Plain int
#elif ELEMENT == FLOAT32
#define Plain float
#elif ELEMENT == UINT64
#define Plain uint64_t
#endif

#if OPERATOR == SUM
#define PLAIN_IDENTITY Plain(0)
#define plain_combine(older, newer) ((older) + (newer))
#define lanes_combine_inclusive subgroupInclusiveAdd
#define lanes_combine_plain subgroupAdd
#elif OPERATOR == MIN
#if ELEMENT == INT32
#define PLAIN_IDENTITY 0x7fffffff
#elif ELEMENT == UINT64
#define PLAIN_IDENTITY (~uint64_t(0))
#else
#define PLAIN_IDENTITY 0xffffffffu
#endif
#define plain_combine(older, newer) min(older, newer)
#define lanes_combine_inclusive subgroupInclusiveMin
#define lanes_combine_plain subgroupMin
#elif OPERATOR == MAX
#if ELEMENT == INT32
#define PLAIN_IDENTITY (-0x7fffffff - 1)
#else
#define PLAIN_IDENTITY Plain(0)
#endif
#define plain_combine(older, newer) max(older, newer)
#define lanes_combine_inclusive subgroupInclusiveMax
#define lanes_combine_plain subgroupMax
#endif

#if KEYED
// An empty reduction yields an infinity.
#define value_of(element) ordered_from_float(element)
uint memory_of(uint key) {
    if (key == PLAIN_IDENTITY)
        return OPERATOR == MIN ? 0x7f800000u : 0xff800000u;
    return float_from_ordered(key);
}
#else
#define value_of(element) (element)
#define memory_of(value) (value)
#endif

// To 32 bits and back; not for uint64.
#if ELEMENT == FLOAT32 && !KEYED
#define bits_of(plain) floatBitsToUint(plain)
#define plain_of_bits(bits) uintBitsToFloat(bits)
#else
#define bits_of(plain) uint(plain)
#define plain_of_bits(bits) Plain(bits)
#endif

#if SEGMENTED
struct Value {
    Plain plain;
    uint head; // 1: a segment begins within it
};
#define IDENTITY Value(PLAIN_IDENTITY, 0u)
#define plain_of(value) (value).plain
#define value_of_plain(plain) Value(plain, 0u)
#define begins_segment(value) ((value).head != 0u)
Value combine(Value older, Value newer) {
    if (newer.head != 0u)
        return newer;
    return Value(plain_combine(older.plain, newer.plain), older.head);
}
#else
#define Value Plain
#define IDENTITY PLAIN_IDENTITY
#define combine(older, newer) plain_combine(older, newer)
#define plain_of(value) (value)
#define value_of_plain(plain) (plain)
#define begins_segment(value) false
#endif
