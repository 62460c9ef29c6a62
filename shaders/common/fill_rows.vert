#version 120
// Covers the rows of a target that survivors reach, or the rows after them. Only the GPU knows the number of survivors.
// attribute 0      vertex: (-1 or 1, 0 for the bottom of the first covered row or 1 for the top of the last)
// u_inverse_rows   1 / survivors per target row (a power of two, so exact); 1 / target rows
// u_behind         1.0: cover the rows after the survivors
#include "common/survivors.glsl"

attribute vec2 vertex;
uniform vec2 u_inverse_rows;
uniform float u_behind;

void main() {
    float reached = ceil(survivor_count() * u_inverse_rows.x) * u_inverse_rows.y;
    float y = u_behind > 0.5 ? mix(reached, 1.0, vertex.y) : reached * vertex.y;
    gl_Position = vec4(vertex.x, 2.0 * y - 1.0, 0.0, 1.0);
}
