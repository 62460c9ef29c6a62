// Digits of keys, as radix_*.comp sort by them. Keys stay as they are in memory.
// The host defines KEY, the number of an ElementType of 32 bits, and DESCENDING. Needs element.glsl.
#include "compute/ordered.glsl"
#define DIGITS 256

layout(location = 12) uniform uint u_shift; // of the digit in the key
layout(location = 13) uniform uint u_mask;  // of the digit: fewer bits in the last pass
layout(location = 14) uniform uint u_tiles; // that counts are there for

uint digit_of(uint key) {
#if KEY == INT32
    key ^= 0x80000000u;
#elif KEY == FLOAT32
    key = ordered_from_float(key);
#endif
#if DESCENDING
    key = ~key;
#endif
    return (key >> u_shift) & u_mask;
}
