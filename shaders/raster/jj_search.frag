#version 120
// Jumping Jack: from a hole, follow pointers to the right until they reach a valid element. GRAPP 2009, section 3.2.
// unit 1  u_inv   1 where an element is invalid
// unit 2  u_sums  inclusive prefix sums of u_inv; a block's k-th invalid element points to its element block - k
#include "common/stream.glsl"
#include "raster/payload.glsl"

uniform sampler2D u_inv;
uniform sampler2D u_sums;
uniform int u_max_jumps; // elements of a block: no chain is longer than the number of invalid elements

void main() {
    vec2 texel = own_texel();
    float start = block_start(texel.x);
    float invalid = fetch(u_sums, vec2(start + u_block - 1.0, texel.y));
    if (texel.x - start >= u_block - invalid) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    vec2 source = texel;
    for (int jump = 0; jump < u_max_jumps; ++jump) {
        if (fetch(u_inv, source) < 0.5)
            break;
        source.x = start + u_block - fetch(u_sums, source);
    }
    gl_FragColor = vec4(payload(source));
}
