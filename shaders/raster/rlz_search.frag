#version 120
// Run-lengths of zeros: a forward search for the displacement that leads to itself, two links at a time. GRAPP 2009,
// algorithm 1.
// unit 1  u_sums  inclusive prefix sums of the run lengths, each of which is at the start of its run
#include "common/stream.glsl"
#include "raster/payload.glsl"

uniform sampler2D u_sums;
uniform int u_max_pairs; // more than any search needs, see class Rlz

void main() {
    vec2 texel = own_texel();
    float start = block_start(texel.x);
    float invalid = fetch(u_sums, vec2(start + u_block - 1.0, texel.y));
    if (texel.x - start >= u_block - invalid) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    float current = fetch(u_sums, texel);
    float next = fetch(u_sums, vec2(texel.x + current, texel.y));
    for (int pair = 0; pair < u_max_pairs; ++pair) {
        if (current == next)
            break;
        current = fetch(u_sums, vec2(texel.x + next, texel.y));
        next = fetch(u_sums, vec2(texel.x + current, texel.y));
    }
    gl_FragColor = vec4(payload(vec2(texel.x + current, texel.y)));
}
