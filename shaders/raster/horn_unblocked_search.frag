#version 120
// Horn's gather-search over the whole stream. Horn 2005.
#include "common/stream.glsl"
#include "common/survivors.glsl"
#include "raster/payload.glsl"
#include "raster/gather_search.glsl"

uniform float u_elements; // of the stream, including padding

// Exact: a probe lies in the stream, so its position is an integer below 2^24, and the width is a power of two.
vec2 element(float position) {
    float row = floor(position * u_inverse_size.x);
    return vec2(position - row * u_width, row);
}

void main() {
    vec2 texel = own_texel();
    float position = texel.y * u_width + texel.x;
    float survivors = survivor_count();
    if (position >= survivors) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    gl_FragColor = vec4(payload(gather_search(position, u_elements - survivors)));
}
