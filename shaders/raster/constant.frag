#version 120
// Fills with one value. Probes a float format, and clears targets whose glClear would clamp to [0, 1].
uniform float u_value;

void main() {
    gl_FragColor = vec4(u_value);
}
