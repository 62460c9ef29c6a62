#version 430
// Writes start + index * step, four elements per invocation.
// Writes 0: elements.
#define RESULTS 0
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
#include "compute/elements_out.glsl"

layout(location = 12) uniform T u_start;
layout(location = 13) uniform T u_step;

T element_at(uint index) {
    precise T result = u_start + T(index) * u_step;
    return result;
}

void main() {
    uint n = length_of_input();
    uint index = own_quad();
    if (index < n)
        store_results(index, n,
                      Quad(element_at(index), element_at(index + 1u), element_at(index + 2u),
                           element_at(index + 3u)),
                      is_whole(index, 4u, n));
}
