#version 120
// Copies the survivor that belongs to a pixel of the compacted stream. The source follows from the pixel and a constant of
// the span, never from an interpolated coordinate, which would be off by a pixel now and then.
// unit 1  u_compacted  the blocks, each compacted on its own
#include "common/stream.glsl"

uniform sampler2D u_compacted;
varying vec2 v_source; // what to add to x; the source's row

void main() {
    vec2 source = floor(v_source + 0.5);
    gl_FragColor = vec4(fetch(u_compacted, vec2(floor(gl_FragCoord.x) + source.x, source.y)));
}
