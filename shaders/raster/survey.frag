#version 120
// Samples 64 consecutive elements: (valid, changes between neighbours, elements, pairs of neighbours).
// unit 0  u_values
#include "common/stream.glsl"
#include "common/array.glsl"

uniform sampler2D u_values;
uniform float u_threshold;
uniform float u_negate; // 1.0: elements below the threshold are valid
uniform float u_size;   // elements in the stream
uniform vec2 u_width;   // of the stream, and its inverse
uniform float u_target_width;
uniform float u_stride; // between the first elements of successive samples
uniform int u_elements; // 64, but not a constant: an unrolled loop cannot exit early

void main() {
    vec2 texel = own_texel();
    float element = u_stride * (texel.y * u_target_width + texel.x);
    vec4 found = vec4(0.0);
    float before = 0.0;
    for (int i = 0; i < u_elements; ++i) {
        if (element >= u_size)
            break;
        bool valid = (fetch(u_values, array_texel(element, u_width)) >= u_threshold) != (u_negate > 0.5);
        float flag = valid ? 1.0 : 0.0;
        found += vec4(flag, i > 0 ? abs(flag - before) : 0.0, 1.0, i > 0 ? 1.0 : 0.0);
        before = flag;
        element += 1.0;
    }
    gl_FragColor = found;
}
