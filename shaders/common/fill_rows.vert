#version 120
// Covers the rows of a target that survivors reach, whose number only the GPU knows.
// attribute 0     vertex: (-1 or 1, 0 for the bottom of the first row or 1 for the top of the last)
// u_inverse_size  1 / width, 1 / height of the target, whose width is a power of two, so that the first is exact
#include "common/survivors.glsl"

attribute vec2 vertex;
uniform vec2 u_inverse_size;

void main() {
    float rows = ceil(survivor_count() * u_inverse_size.x);
    gl_Position = vec4(vertex.x, 2.0 * vertex.y * rows * u_inverse_size.y - 1.0, 0.0, 1.0);
}
