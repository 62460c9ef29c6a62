#version 120
// One level of the HistoPyramid: the survivor counts of a texel's four children, red (0, 0), green (1, 0), blue (0, 1),
// alpha (1, 1). Ziegler et al. 2006.
// unit 0           u_source  the level below, starting at u_source_origin
// constant LEAVES  1: the level below holds flags, 1 where an element is valid; 0: it holds counts like this one
#include "common/stream.glsl"

uniform sampler2D u_source; // its size is in u_inverse_size
uniform vec2 u_source_origin;
uniform vec2 u_source_size; // of the level below; past its last column and row every count is 0
uniform vec2 u_target_origin;

float count(vec2 child) {
    if (any(greaterThanEqual(child, u_source_size)))
        return 0.0;
#if LEAVES
    return fetch(u_source, child);
#else
    return dot(texture2D(u_source, texel_position(u_source_origin + child)), vec4(1.0));
#endif
}

void main() {
    vec2 child = 2.0 * (own_texel() - u_target_origin);
    gl_FragColor = vec4(count(child), count(child + vec2(1.0, 0.0)), count(child + vec2(0.0, 1.0)),
                        count(child + vec2(1.0, 1.0)));
}
