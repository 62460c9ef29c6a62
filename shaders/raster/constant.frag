#version 120
// Fills with one value: probes a float format, and clears where glClear clamps to [0, 1].
uniform float u_value;

void main() {
    gl_FragColor = vec4(u_value);
}
