#version 120
// Draws the blocks' survivors at their places, from vertices that raster/span_vertices.frag computed.
// attribute 0  vertex: as span_vertex() returns it
#include "common/span_vertex.glsl"

attribute vec4 vertex;
varying vec2 v_source;

void main() {
    v_source = vertex.zw;
    gl_Position = clip_position(vertex.xy);
}
