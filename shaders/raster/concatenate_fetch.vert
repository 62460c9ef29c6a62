#version 120
// Draws the blocks' survivors at their places, fetching the descriptors here. Roger, Assarsson, Holzschuch 2007; GRAPP
// 2009, section 2.
// attribute 0  vertex: block within the batch, corner within the block
// unit 0       u_descriptors
#include "common/span_vertex.glsl"

attribute vec2 vertex;
uniform sampler2D u_descriptors;
uniform vec2 u_descriptors_size;
uniform vec2 u_inverse_descriptors_size;
uniform float u_first_block;
varying vec2 v_source;

void main() {
    float block = u_first_block + vertex.x;
    float row = floor(block * u_inverse_descriptors_size.x);
    vec2 texel = vec2(block - row * u_descriptors_size.x, row);
    vec4 descriptor = texture2DLod(u_descriptors, (texel + 0.5) * u_inverse_descriptors_size, 0.0);
    vec4 span = span_vertex(descriptor, vertex.y);
    v_source = span.zw;
    gl_Position = clip_position(span.xy);
}
