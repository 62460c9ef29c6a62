#version 430
// Copies elements, four per invocation: the roof that other algorithms are measured against.
// Reads 0: elements. Writes 1: results.
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
#include "compute/elements_in.glsl"
#include "compute/elements_out.glsl"

void main() {
    uint n = length_of_input();
    uint index = own_quad();
    bool whole = is_whole(index, 4u, n);
    if (index < n)
        store_results(index, n, load_quad(index, n, whole), whole);
}
