#version 120
// One step of run lengths by recursive doubling within each block. GRAPP 2009, algorithm 2.
// unit 0  u_source  length of the run of ones that starts at each element, capped at u_offset; the step doubles the cap
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform float u_offset; // 2^(step - 1)

void main() {
    vec2 texel = own_texel();
    float run = fetch(u_source, texel);
    // A run that fills its window may continue in the next one.
    if (run == u_offset && texel.x - block_start(texel.x) + u_offset < u_block)
        run += fetch(u_source, vec2(texel.x + u_offset, texel.y));
    gl_FragColor = vec4(run);
}
