#version 430
// Finds where each tile of a merge begins in the first array, one invocation per tile. The results go where the
// tile's output will be: the tile's start into its first word, the next tile's start into its second.
// merge_tile.comp reads them before it writes.
// Reads 0: keys of the first array, 1: of the second. Writes 2: results.
// The host defines TILE, at least 2.
#include "compute/kernel.glsl"
#include "compute/compared.glsl"

layout(std430, binding = 0) readonly buffer KeysA {
    T keys_a[];
};
layout(std430, binding = 1) readonly buffer KeysB {
    T keys_b[];
};
layout(std430, binding = 2) writeonly buffer Keys {
    uint splits[];
};
layout(location = 12) uniform uint u_size_a;

Value key_a(uint index) { return value_of(keys_a[u_first[0] + index]); }
Value key_b(uint index) { return value_of(keys_b[u_first[1] + index]); }
#include "compute/merge_path.glsl"

void main() {
    uint n = length_of_input();
    uint tile = group_index() * GROUP + gl_LocalInvocationIndex;
    if (tile < n / TILE + (n % TILE != 0u ? 1u : 0u)) {
        uint diagonal = tile * TILE;
        uint split = merge_path(diagonal, u_size_a, n - u_size_a);
        splits[u_first[2] + diagonal] = split;
        if (tile > 0u)
            splits[u_first[2] + diagonal - TILE + 1u] = split;
    }
}
