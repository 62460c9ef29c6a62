#version 120
// Covers the viewport with one triangle; the excess is clipped.
// attribute 0  vertex: (-1, -1), (3, -1), (-1, 3)

attribute vec2 vertex;

void main() {
    gl_Position = vec4(vertex, 0.0, 1.0);
}
