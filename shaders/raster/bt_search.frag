#version 120
// Binary tree: descend to the leaf whose rank among the block's survivors is the output position. GRAPP 2009, algorithm 5.
// unit 1  u_flags           the leaves: 1 where an element is valid
// unit 2  u_even            the tree's levels 2, 4 ...
// unit 3  u_odd             the tree's levels 1, 3 ...
// constant LEVELS           log2(block)
// constant LEVEL_FRACTIONS  start of each level in its texture, as a fraction of the width
#include "common/stream.glsl"
#include "raster/payload.glsl"

uniform sampler2D u_flags;
uniform sampler2D u_even;
uniform sampler2D u_odd;

const float level_fraction[LEVELS + 1] = float[LEVELS + 1](LEVEL_FRACTIONS);

float count(int level, float node, float y) {
    vec2 texel = vec2(level_fraction[level] * u_width + node, y);
    if (level == 0)
        return fetch(u_flags, texel);
    // GLSL 1.20 has no integer remainder.
    return 2 * (level / 2) == level ? fetch(u_even, texel) : fetch(u_odd, texel);
}

void main() {
    vec2 texel = own_texel();
    float start = block_start(texel.x);
    float rank = texel.x - start;
    float node = start * u_inverse_block;
    float survivors = count(LEVELS, node, texel.y);
    if (rank >= survivors) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    // Nothing moves in a full block, and dense streams have many.
    if (survivors == u_block) {
        gl_FragColor = vec4(payload(texel));
        return;
    }
    for (int level = LEVELS - 1; level >= 0; --level) {
        node *= 2.0;
        float left = count(level, node, texel.y);
        if (rank >= left) {
            rank -= left;
            node += 1.0;
        }
    }
    gl_FragColor = vec4(payload(vec2(node, texel.y)));
}
