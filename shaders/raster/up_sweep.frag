#version 120
// One level of the blocks' trees of sums: the sum of two children.
// unit 0  u_source  the level below, starting at u_source_x
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform float u_source_x;
uniform float u_target_x;

void main() {
    vec2 texel = own_texel();
    float left = u_source_x + 2.0 * (texel.x - u_target_x);
    gl_FragColor = vec4(fetch(u_source, vec2(left, texel.y)) + fetch(u_source, vec2(left + 1.0, texel.y)));
}
