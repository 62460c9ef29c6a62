#version 120
// Copies a pixel's survivor into the compacted stream. The source is computed from the pixel and a per-span constant,
// not from an interpolated coordinate, which would occasionally be off by one pixel.
// unit 1  u_compacted  the blocks, each compacted on its own
#include "common/stream.glsl"

uniform sampler2D u_compacted;
varying vec2 v_source; // offset in x; the source's row

void main() {
    vec2 source = floor(v_source + 0.5);
    gl_FragColor = vec4(fetch(u_compacted, vec2(floor(gl_FragCoord.x) + source.x, source.y)));
}
