#version 430
// Sums the values of a tile, for a pass that splits segments.
// Reads 0: order, 1: divider, 2: ranks, see split.glsl. Writes TOTALS: totals of the tiles.
#define EXCLUSIVE 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "kdtree/split.glsl"
#include "compute/tile_totals.glsl"
