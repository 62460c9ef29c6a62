#version 120
// One step of inclusive prefix sums by recursive doubling (Hillis and Steele 1986) over the whole stream.
// unit 0  u_source  sums of the last 2^(step - 1) elements; the step doubles their length
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform vec2 u_offset; // 2^(step - 1) elements as columns and rows, so that no sum exceeds the texture's size
uniform float u_width;

void main() {
    vec2 texel = own_texel();
    vec2 before = texel - u_offset;
    if (before.x < 0.0)
        before += vec2(u_width, -1.0);
    float sum = fetch(u_source, texel);
    if (before.y >= 0.0)
        sum += fetch(u_source, before);
    gl_FragColor = vec4(sum);
}
