// Replaces operator.glsl if elements are compared: a value is a key, an unsigned integer in the order of the
// elements; for floats the total order of IEEE 754, see ordered.glsl.
// The host defines ELEMENT: uint32, int32 or float32.
#include "compute/element.glsl"
#include "compute/ordered.glsl"

#undef T
#undef T4
#define T uint // the bits of an element
#define T4 uvec4
#define Value uint
#define IDENTITY 0xffffffffu

#if ELEMENT == FLOAT32
#define value_of(element) ordered_from_float(element)
#define memory_of(value) float_from_ordered(value)
#elif ELEMENT == INT32
#define value_of(element) ((element) ^ 0x80000000u)
#define memory_of(value) ((value) ^ 0x80000000u)
#else
#define value_of(element) (element)
#define memory_of(value) (value)
#endif
