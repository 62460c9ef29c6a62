#version 120
// One step of inclusive prefix sums by recursive doubling (Hillis and Steele 1986) within each block.
// unit 0  u_source  sums of the last u_offset elements; the step doubles their length
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform float u_offset; // 2^(step - 1)

void main() {
    vec2 texel = own_texel();
    float sum = fetch(u_source, texel);
    if (texel.x - block_start(texel.x) >= u_offset)
        sum += fetch(u_source, vec2(texel.x - u_offset, texel.y));
    gl_FragColor = vec4(sum);
}
