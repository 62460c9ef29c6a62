#version 430
// results[indices[i]] = elements[i], if there is such a result.
// Reads 0: elements, 1: indices. Writes 2: results.
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
#include "compute/indexed.glsl"

void move(uint i, uint index) {
    if (index < u_size)
        results[u_first[2] + index] = elements[u_first[0] + i];
}
