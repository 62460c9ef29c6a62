#version 430
// results[i] = elements[indices[i]], or zero if there is no such element.
// Reads 0: elements, 1: indices. Writes 2: results.
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
#include "compute/indexed.glsl"

void move(uint i, uint index) {
    T result = IDENTITY;
    if (index < u_size)
        result = elements[u_first[0] + index];
    results[u_first[2] + i] = result;
}
