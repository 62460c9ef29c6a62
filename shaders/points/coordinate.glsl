// Maps coordinates to unsigned integer keys with the same order. Both float zeros map to one key; there are no
// NaN. Needs kernel.glsl. The host defines FLOATS: 1 for float coordinates, 0 for int32.
#include "compute/ordered.glsl"

uint key_of_bits(uint bits) {
#if FLOATS
    return ordered_from_float(bits == 0x80000000u ? 0u : bits);
#else
    return bits ^ 0x80000000u;
#endif
}
