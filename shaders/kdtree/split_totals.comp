#version 430
// The values of a tile together, of a pass that parts segments.
// Reads 0: order, 1: divider, 2: ranks, see split.glsl. Writes TOTALS: totals of the tiles.
#define EXCLUSIVE 0
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "kdtree/split.glsl"
#include "compute/tile_totals.glsl"
