#version 430
// Copies elements, four of each invocation: the roof that other algorithms are measured against.
// Reads 0: elements. Writes 1: results.
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
#include "compute/elements_in.glsl"
#include "compute/elements_out.glsl"

void main() {
    uint n = length_of_input();
    uint index = 4u * (group_index() * GROUP + gl_LocalInvocationIndex);
    bool whole = is_whole(index, 4u, n);
    if (index < n) {
        Quad quad = load_quad(index, n, whole);
        store_results(index, n, quad, whole);
    }
}
