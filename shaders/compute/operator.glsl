// What is combined and how, and how elements become values and come back: Value, value_of(T), memory_of(Value), combine(older, newer), IDENTITY.
// The host defines ELEMENT (ElementType) and OPERATOR, the number of an Operator (operator.h).
#include "compute/element.glsl"
#include "compute/ordered.glsl"
#define SUM 0
#define MIN 1
#define MAX 2

// Minimum and maximum of floats work on keys, because those of GLSL leave NaN and the sign of zero open.
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
#define Value uint
#elif ELEMENT == UINT32
#define Value uint
#elif ELEMENT == INT32
#define Value int
#elif ELEMENT == FLOAT32
#define Value float
#elif ELEMENT == UINT64
#define Value uint64_t
#endif

#if OPERATOR == SUM
#define IDENTITY Value(0)
#define combine(older, newer) ((older) + (newer))
#define lanes_combine_inclusive subgroupInclusiveAdd
#define lanes_combine subgroupAdd
#elif OPERATOR == MIN
#if ELEMENT == INT32
#define IDENTITY 0x7fffffff
#elif ELEMENT == UINT64
#define IDENTITY (~uint64_t(0))
#else
#define IDENTITY 0xffffffffu
#endif
#define combine(older, newer) min(older, newer)
#define lanes_combine_inclusive subgroupInclusiveMin
#define lanes_combine subgroupMin
#elif OPERATOR == MAX
#if ELEMENT == INT32
#define IDENTITY (-0x7fffffff - 1)
#else
#define IDENTITY Value(0)
#endif
#define combine(older, newer) max(older, newer)
#define lanes_combine_inclusive subgroupInclusiveMax
#define lanes_combine subgroupMax
#endif

#if KEYED
// No value at all is shown as an infinity.
#define value_of(element) ordered_from_float(element)
uint memory_of(uint key) {
    if (key == IDENTITY)
        return OPERATOR == MIN ? 0x7f800000u : 0xff800000u;
    return float_from_ordered(key);
}
#else
#define value_of(element) (element)
#define memory_of(value) (value)
#endif

// As 32 bits and back; not of uint64.
#if ELEMENT == FLOAT32 && !KEYED
#define bits_of(value) floatBitsToUint(value)
#define value_of_bits(bits) uintBitsToFloat(bits)
#else
#define bits_of(value) uint(value)
#define value_of_bits(bits) Value(bits)
#endif
