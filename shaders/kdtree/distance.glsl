// Squared distances, as defined in scanline/kdtree/distance.h: every difference, square and sum is rounded
// separately. The host defines DIMENSIONS, and FLOATS: 1 for float coordinates, 0 for int32, whose distances are
// doubles.
#if FLOATS
#define Coordinate float
#define Distance float
#define INFINITE_DISTANCE uintBitsToFloat(0x7f800000u)
#else
#define Coordinate int
#define Distance double
#define INFINITE_DISTANCE packDouble2x32(uvec2(0u, 0x7ff00000u))
#endif

Distance squared_difference(Coordinate a, Coordinate b) {
    precise Distance difference = Distance(a) - Distance(b);
    precise Distance square = difference * difference;
    return square;
}

// Distances as words. Arrays hold words because NVIDIA's driver (580.159) rounds doubles in an invocation's arrays
// to floats. No distance is negative, so words have the same order.
#if FLOATS
#define Words uint
Words words_of(Distance distance) { return floatBitsToUint(distance); }
Distance distance_of(Words words) { return uintBitsToFloat(words); }
bool is_less(Words a, Words b) { return a < b; }
#else
#define Words uvec2 // low word first
Words words_of(Distance distance) { return unpackDouble2x32(distance); }
Distance distance_of(Words words) { return packDouble2x32(words); }
bool is_less(Words a, Words b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
#endif
