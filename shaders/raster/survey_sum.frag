#version 120
// Sums the texels of a column or a row.
// unit 0  u_source
#include "common/stream.glsl"

uniform sampler2D u_source;
uniform vec2 u_step;  // (0, 1) or (1, 0)
uniform int u_texels;

void main() {
    vec2 texel = own_texel();
    vec4 sum = vec4(0.0);
    for (int i = 0; i < u_texels; ++i) {
        sum += texture2D(u_source, texel_position(texel));
        texel += u_step;
    }
    gl_FragColor = sum;
}
