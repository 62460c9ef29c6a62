#version 120
// Horn's gather-search within each block. GRAPP 2009, section 3.1.
#include "common/stream.glsl"
#include "raster/payload.glsl"
#include "raster/gather_search.glsl"

vec2 element(float position) {
    return vec2(position, floor(gl_FragCoord.y));
}

void main() {
    vec2 texel = own_texel();
    float start = block_start(texel.x);
    float invalid = fetch(u_sums, vec2(start + u_block - 1.0, texel.y));
    // Past the last survivor there is nothing to search for. Return instead of discard, so that these fragments skip
    // the loop even if fragments run in lockstep.
    if (texel.x - start >= u_block - invalid) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    gl_FragColor = vec4(payload(gather_search(texel.x, invalid)));
}
