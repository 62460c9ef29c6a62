// Squared distances, as scanline/kdtree/distance.h defines them: every difference, square and sum is rounded by
// itself. The host defines FLOATS: coordinates are floats, otherwise int32, whose distances are doubles; and
// DIMENSIONS.
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

// Distances as words, which is how arrays hold them: NVIDIA's driver (580.159) rounds doubles in arrays of an
// invocation to floats. None is negative, so they are in the order of their words.
#if FLOATS
#define Words uint
Words words_of(Distance distance) { return floatBitsToUint(distance); }
Distance distance_of(Words words) { return uintBitsToFloat(words); }
bool is_less(Words a, Words b) { return a < b; }
#else
#define Words uvec2 // the lower one first
Words words_of(Distance distance) { return unpackDouble2x32(distance); }
Distance distance_of(Words words) { return packDouble2x32(words); }
bool is_less(Words a, Words b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
#endif
