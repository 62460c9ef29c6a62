// What a survivor carries into the compacted stream. Needs common/stream.glsl.
// unit 0  u_values        the stream
// constant PAYLOAD_INDEX  1: the position in the stream, exact up to 2^24; 0: the value
// constant EMPTY          fills the positions after a block's last survivor

uniform sampler2D u_values;
uniform float u_width;

float payload(vec2 source) {
#if PAYLOAD_INDEX
    return source.y * u_width + source.x;
#else
    return fetch(u_values, source);
#endif
}
