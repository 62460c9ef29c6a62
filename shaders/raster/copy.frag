#version 120
// A full-screen copy of a stream texture with the least possible work: the roof that every time is compared with.
// unit 0  u_source  has the target's size
#include "common/stream.glsl"

uniform sampler2D u_source;

void main() {
    gl_FragColor = texture2D(u_source, gl_FragCoord.xy * u_inverse_size);
}
