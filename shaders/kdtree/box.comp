#version 430
// Finds the points in each box, sides included.
// Reads 0, 1: see tree.glsl, 2, 3: see parts.glsl, 5: see box_walk.glsl. Writes 4, 6: see rows.glsl.
// The host defines COLLECT, see rows.glsl, and BUCKET, see box_walk.glsl.
#define Coordinate uint // bits, to make keys from
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "kdtree/segment.glsl"
#include "kdtree/tree.glsl"
#include "kdtree/parts.glsl"
#include "kdtree/box_walk.glsl"
#include "kdtree/rows.glsl"

void take(uint first, uint last) {
#if COLLECT
    for (uint node = first; node < last; ++node) {
        uint place;
        if (take_place(place))
            found[u_first[6] + place] = node;
    }
#else
    t_place += last - first;
#endif
}
