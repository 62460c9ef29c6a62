// The number of survivors, which an earlier pass left in one texel: exact up to 2^24, in vertex and in fragment shaders.
// A varying from one to the other would be interpolated and might not be.
// last unit  u_count  the texture with that texel

uniform sampler2D u_count;
uniform vec2 u_count_position;
uniform vec4 u_count_weights;
uniform float u_count_bias;

float survivor_count() {
    return u_count_bias + dot(u_count_weights, texture2D(u_count, u_count_position));
}
