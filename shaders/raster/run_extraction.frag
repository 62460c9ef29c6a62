#version 120
// Keeps the length of a run only at its first element. GRAPP 2009, section 3.3.1, stage 2.
// unit 0  u_lengths  length of the run of invalid elements that begins at each element
#include "common/stream.glsl"

uniform sampler2D u_lengths;

void main() {
    vec2 texel = own_texel();
    float run = fetch(u_lengths, texel);
    if (texel.x > block_start(texel.x) && fetch(u_lengths, vec2(texel.x - 1.0, texel.y)) > 0.5)
        run = 0.0;
    gl_FragColor = vec4(run);
}
