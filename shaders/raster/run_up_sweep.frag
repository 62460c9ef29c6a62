#version 120
// One level of the trees of run lengths: the run of ones that begins at a node's leftmost leaf. GRAPP 2009, algorithm 3.
// unit 0  u_source  the level below, starting at u_source_x
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform float u_source_x;
uniform float u_target_x;
uniform float u_full; // leaves of a child: 2^(level - 1)

void main() {
    vec2 texel = own_texel();
    float left = u_source_x + 2.0 * (texel.x - u_target_x);
    float run = fetch(u_source, vec2(left, texel.y));
    if (run == u_full)
        run += fetch(u_source, vec2(left + 1.0, texel.y));
    gl_FragColor = vec4(run);
}
