#version 120
// Computes the vertices of a batch of blocks, for drivers whose vertex shaders cannot fetch textures.
// unit 0  u_descriptors
#include "common/span_vertex.glsl"

uniform sampler2D u_descriptors;
uniform vec2 u_descriptors_size;
uniform vec2 u_inverse_descriptors_size;
uniform float u_first_block;
uniform float u_target_width;

void main() {
    vec2 own = floor(gl_FragCoord.xy);
    float vertex = own.y * u_target_width + own.x;
    float block = floor(vertex / float(2 * CORNERS));
    float corner = vertex - block * float(2 * CORNERS);
    block += u_first_block;
    float row = floor(block * u_inverse_descriptors_size.x);
    vec2 texel = vec2(block - row * u_descriptors_size.x, row);
    vec4 descriptor = texture2D(u_descriptors, (texel + 0.5) * u_inverse_descriptors_size);
    gl_FragColor = span_vertex(descriptor, corner);
}
