// The digits of keys that radix_*.comp sort by.
// The host defines KEY, the number of an ElementType of 32 bits, and DESCENDING. Needs element.glsl.
#include "compute/ordered.glsl"
#define DIGITS 256
#define DIGIT_BITS 8u

layout(location = 12) uniform uint u_shift; // of the digit; of the first digit if there are several
layout(location = 13) uniform uint u_mask;  // of the digit, which may have fewer bits; of the last digit if several
layout(location = 14) uniform uint u_tiles; // for which there are counts

// Maps a key to a number whose ascending order is the sort order, and back.
uint order_of(uint key) {
#if KEY == INT32
    key ^= 0x80000000u;
#elif KEY == FLOAT32
    key = ordered_from_float(key);
#endif
#if DESCENDING
    key = ~key;
#endif
    return key;
}
uint key_of(uint order) {
#if DESCENDING
    order = ~order;
#endif
#if KEY == INT32
    order ^= 0x80000000u;
#elif KEY == FLOAT32
    order = float_from_ordered(order);
#endif
    return order;
}

uint digit_of(uint order) { return (order >> u_shift) & u_mask; }

#ifdef PASSES
// If there are several passes, the host defines PASSES, their number.
uint shift_of_pass(uint pass) { return u_shift + DIGIT_BITS * pass; }
uint mask_of_pass(uint pass) { return pass + 1u == PASSES ? u_mask : uint(DIGITS - 1); }
#endif
