#version 430
// The points in each box, those on its sides included.
// Reads 0, 1: see tree.glsl, 2, 3: see parts.glsl, 5: see box_walk.glsl. Writes 4, 6: see rows.glsl.
// The host defines, see rows.glsl, COLLECT, and, see box_walk.glsl, BUCKET.
#define Coordinate uint // keys are made of its bits
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
