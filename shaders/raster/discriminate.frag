#version 120
// Marks elements valid or invalid. GRAPP 2009, section 2.
// unit 0  u_values     the stream
// constant MARK_VALID  1.0: valid elements become 1; 0.0: invalid ones do
#include "common/stream.glsl"

uniform sampler2D u_values;
uniform float u_threshold;
uniform float u_negate; // 1.0: elements below the threshold are valid
uniform float u_width;
uniform float u_size; // elements in the stream; the rest is padding and invalid

void main() {
    vec2 texel = own_texel();
    bool valid = (fetch(u_values, texel) >= u_threshold) != (u_negate > 0.5);
    bool inside = texel.y * u_width + texel.x < u_size;
    gl_FragColor = vec4((valid && inside) == (MARK_VALID > 0.5) ? 1.0 : 0.0);
}
