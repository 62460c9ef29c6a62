#version 120
// Gathers the last prefix sum of every row of the blocks' texture into one row.
// unit 0  u_sums  inclusive prefix sums along the rows; its size is in u_inverse_size
#include "common/stream.glsl"

uniform sampler2D u_sums;
uniform float u_source_width;
uniform float u_source_height; // past the last row every total is 0

void main() {
    float row = floor(gl_FragCoord.x);
    float total = fetch(u_sums, vec2(u_source_width - 1.0, row));
    gl_FragColor = vec4(row < u_source_height ? total : 0.0);
}
