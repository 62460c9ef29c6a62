#version 120
// Tells where each block's survivors come from and go to: (source x, source y, offset, count).
// unit 0  u_counts  survivors of every block
// unit 1  u_sums    their inclusive prefix sums along the rows
// unit 2  u_totals  inclusive prefix sums of the rows' totals, in one row of u_totals_inverse_width
#include "common/stream.glsl"

uniform sampler2D u_counts;
uniform sampler2D u_sums;
uniform sampler2D u_totals;
uniform float u_totals_inverse_width;
uniform float u_width;
uniform float u_stream_block;
uniform float u_blocks_per_row; // in a stream row, a power of two, so the inverse is exact
uniform float u_inverse_blocks_per_row;

void main() {
    vec2 texel = own_texel();
    float count = fetch(u_counts, texel);
    float offset = fetch(u_sums, texel) - count;
    if (texel.y > 0.5)
        offset += texture2D(u_totals, vec2((texel.y - 0.5) * u_totals_inverse_width, 0.5)).r;
    float block = texel.y * u_width + texel.x;
    float row = floor(block * u_inverse_blocks_per_row);
    gl_FragColor = vec4((block - row * u_blocks_per_row) * u_stream_block, row, offset, count);
}
