#version 430
// Computes the total of a tile in each group.
// Reads 0: elements, 1: flags of selected elements or of segments. Writes TOTALS: totals of the tiles.
// The host defines TOTALS, a binding, and COUNTS: the values are those of selection.glsl.
#define EXCLUSIVE 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/quad.glsl" // once, for every source
#if COUNTS
#include "compute/selection.glsl"
#elif SEGMENTED
#include "compute/segments_in.glsl"
#else
#include "compute/elements_in.glsl"
#endif
#include "compute/tile_totals.glsl"
