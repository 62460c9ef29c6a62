#version 120
// Covers the rows of a target that survivors reach, or those behind them; how many that are only the GPU knows.
// attribute 0      vertex: (-1 or 1, 0 for the bottom of the first of these rows or 1 for the top of the last)
// u_inverse_rows   1 / survivors that a row of the target stands for, a power of two, so that it is exact; 1 / its rows
// u_behind         1.0: the rows behind the survivors
#include "common/survivors.glsl"

attribute vec2 vertex;
uniform vec2 u_inverse_rows;
uniform float u_behind;

void main() {
    float reached = ceil(survivor_count() * u_inverse_rows.x) * u_inverse_rows.y;
    float y = u_behind > 0.5 ? mix(reached, 1.0, vertex.y) : reached * vertex.y;
    gl_Position = vec4(vertex.x, 2.0 * y - 1.0, 0.0, 1.0);
}
