// Coordinates as keys whose order as unsigned integers is that of the coordinates. Both zeros of floats are one
// key; there are no NaN. Needs kernel.glsl. The host defines FLOATS: they are floats, otherwise int32.
#include "compute/ordered.glsl"

uint key_of_bits(uint bits) {
#if FLOATS
    return ordered_from_float(bits == 0x80000000u ? 0u : bits);
#else
    return bits ^ 0x80000000u;
#endif
}
