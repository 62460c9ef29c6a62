#version 120
// Draws the tiles of one kind, each as a point of its size, and moves all others out of the picture. Points and not
// rectangles: those are two triangles, along whose common edge many fragments are shaded twice.
// attribute 0  vertex: number of the tile
// u_tiles      the kind of every tile
#include "common/array.glsl"

attribute float vertex;
uniform sampler2D u_tiles;
uniform vec2 u_tiles_width; // and its inverse
uniform vec2 u_tiles_inverse_size;
uniform float u_kind;

void main() {
    // The viewport has room for all tiles, also where the last ones are cut off by the end of the output.
    vec2 centre = (array_texel(vertex, u_tiles_width) + 0.5) * u_tiles_inverse_size;
    float kind = texture2DLod(u_tiles, centre, 0.0).r;
    gl_Position = kind == u_kind ? vec4(2.0 * centre - 1.0, 0.0, 1.0) : vec4(-2.0, -2.0, 0.0, 1.0);
}
