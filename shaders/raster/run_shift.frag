#version 120
// The final adjustment of the tree's run lengths. At each element the sweep holds the run that begins after it, so an
// element's own run is one to the left. A block's first element has no left neighbour and extends its successor's run.
// GRAPP 2009, section 3.3.1.
// unit 0  u_sweep  level 0 of the down-sweep
// unit 1  u_inv    1 where an element is invalid
#include "common/stream.glsl"

uniform sampler2D u_sweep;
uniform sampler2D u_inv;

void main() {
    vec2 texel = own_texel();
    if (texel.x > block_start(texel.x))
        gl_FragColor = vec4(fetch(u_sweep, vec2(texel.x - 1.0, texel.y)));
    else
        gl_FragColor = vec4(fetch(u_inv, texel) > 0.5 ? 1.0 + fetch(u_sweep, texel) : 0.0);
}
