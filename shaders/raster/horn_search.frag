#version 120
// Horn's gather-search: the survivor of output position c lies d to the right, where d invalid elements precede it. GRAPP
// 2009, section 3.1.
// unit 1  u_inv   1 where an element is invalid
// unit 2  u_sums  inclusive prefix sums of u_inv
#include "common/stream.glsl"
#include "raster/payload.glsl"

uniform sampler2D u_inv;
uniform sampler2D u_sums;
uniform int u_max_probes; // log2(block) + 1

void main() {
    vec2 texel = own_texel();
    float start = block_start(texel.x);
    float invalid = fetch(u_sums, vec2(start + u_block - 1.0, texel.y));
    // Past the last survivor there is nothing to search for. A return and not a discard: the loop ends for these at once
    // also where fragments run in lockstep.
    if (texel.x - start >= u_block - invalid) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    float low = 0.0;
    float high = invalid;
    vec2 source = texel;
    for (int probe = 0; probe < u_max_probes; ++probe) {
        float displacement = floor(0.5 * (low + high));
        source.x = texel.x + displacement;
        float sum = fetch(u_sums, source);
        if (sum == displacement && fetch(u_inv, source) < 0.5)
            break;
        // The invalid elements behind a survivor have its sum: from those the search goes on to the left.
        if (sum > displacement)
            low = displacement + 1.0;
        else
            high = displacement;
    }
    gl_FragColor = vec4(payload(source));
}
