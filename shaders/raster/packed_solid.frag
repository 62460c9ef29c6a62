#version 120
// The output of a tile whose rows take neighbouring elements, see raster/packed_tiles.frag.
// unit 1  u_lookup
#include "common/stream.glsl"
#include "raster/payload.glsl"
#include "raster/packed.glsl"

uniform sampler2D u_lookup;
uniform float u_inverse_width; // of the stream

void main() {
    vec2 texel = own_texel();
    float place = texel.x - GROUP * floor(texel.x * (1.0 / GROUP));
    float element = texture2D(u_lookup, gl_FragCoord.xy * u_inverse_size).x + place;
    float row = floor(element * u_inverse_width);
    gl_FragColor = vec4(payload(vec2(element - row * u_width, row)));
}
