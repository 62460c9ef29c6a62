#version 120
// Gathers every block's number of survivors into a texture with one texel per block.
// unit 0  u_source  holds a block's count, or its number of invalid elements, in one texel; its size is in u_inverse_size
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform float u_target_width;
uniform float u_blocks;         // in the stream; texels past them become 0
uniform float u_blocks_per_row; // in a stream row, a power of two, so the inverse is exact
uniform float u_inverse_blocks_per_row;
uniform float u_source_x;
uniform float u_stride;
uniform float u_scale;
uniform float u_bias;

void main() {
    vec2 texel = own_texel();
    float block = texel.y * u_target_width + texel.x;
    float row = floor(block * u_inverse_blocks_per_row);
    float value = fetch(u_source, vec2(u_source_x + u_stride * (block - row * u_blocks_per_row), row));
    gl_FragColor = vec4(block < u_blocks ? u_scale * value + u_bias : 0.0);
}
