#version 120
// Work of adjustable length for testing the timer query, see gl/timer.h.
// in   u_repetitions  iterations per texel, at most 32768 (a software renderer ends loops at 65535)
// out  a colour that no compiler can predict

uniform int u_repetitions;

void main() {
    float value = fract(gl_FragCoord.x * 0.0137 + gl_FragCoord.y * 0.0071);
    for (int i = 0; i < u_repetitions; ++i)
        value = fract(value * 1.618 + 0.173);
    gl_FragColor = vec4(value);
}
