#version 120
// HistoPyramid: descend from the root to the element whose rank among the survivors, in Z-order, is the output position.
// Ziegler et al. 2006.
// unit 1                   u_odd   the pyramid's levels 1, 3 ...
// unit 2                   u_even  the pyramid's levels 2, 4 ...
// constant LEVELS          number of levels
// constant LEVEL_ORIGINS   the first texel of each, starting with level 1
// constants ODD_SCALE, EVEN_SCALE  1 / width, 1 / height of those textures
#include "common/stream.glsl"
#include "common/survivors.glsl"
#include "raster/payload.glsl"

uniform sampler2D u_odd;
uniform sampler2D u_even;
uniform int u_levels; // LEVELS, but not a constant: an unrolled loop would hold every fetch of the descent

const vec2 level_origin[LEVELS] = vec2[LEVELS](LEVEL_ORIGINS);

vec4 children(int level, vec2 node) {
    vec2 position = level_origin[level - 1] + node + 0.5;
    // GLSL 1.20 has no integer remainder.
    return 2 * (level / 2) == level ? texture2D(u_even, position * EVEN_SCALE) : texture2D(u_odd, position * ODD_SCALE);
}

void main() {
    vec2 texel = own_texel();
    float rank = texel.y * u_width + texel.x;
    if (rank >= survivor_count()) {
        gl_FragColor = vec4(EMPTY);
        return;
    }
    vec2 node = vec2(0.0);
    for (int level = u_levels; level > 0; --level) {
        vec4 counts = children(level, node);
        node *= 2.0;
        float upper = counts.r + counts.g;
        if (rank >= upper) {
            rank -= upper;
            counts.r = counts.b;
            node.y += 1.0;
        }
        if (rank >= counts.r) {
            rank -= counts.r;
            node.x += 1.0;
        }
    }
    gl_FragColor = vec4(payload(node));
}
