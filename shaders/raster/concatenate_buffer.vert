#version 120
// Draws the blocks' survivors to their places; the vertices were computed by raster/span_vertices.frag.
// attribute 0  vertex: as span_vertex() returns it
#include "common/span_vertex.glsl"

attribute vec4 vertex;
varying vec2 v_source;

void main() {
    v_source = vertex.zw;
    gl_Position = clip_position(vertex.xy);
}
