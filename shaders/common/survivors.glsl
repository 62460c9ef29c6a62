// The number of survivors, read from a texel that an earlier pass wrote; exact up to 2^24. Vertex and fragment shaders
// each read it, because a varying would be interpolated and might not stay exact.
// last unit  u_count  the texture with that texel

uniform sampler2D u_count;
uniform vec2 u_count_position;
uniform vec4 u_count_weights;
uniform float u_count_bias;

float survivor_count() {
    return u_count_bias + dot(u_count_weights, texture2D(u_count, u_count_position));
}
