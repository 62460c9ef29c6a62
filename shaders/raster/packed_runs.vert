#version 120
// Divides the output rows into rectangles that are copied and rectangles, between and after these, that are searched.
// Each half of the rows that survivors fill copies its longest stretch of rows that take consecutive elements.
// attribute 0        vertex: (-1 or 1, number of the edge)
//                    edge 0 is the start of the output; 1 and 2 bound the stretch in the first half, 3 and 4 the one
//                    in the second half; 5 is the end of the rows that survivors reach
// unit 1   u_lookup  see raster/packed_lookup.frag
// last     u_count
// constant ROWS      rows in a band; a stretch consists of whole bands
// constant SHORTEST  bands in the shortest stretch worth its own rectangles
#include "common/survivors.glsl"
#include "raster/packed.glsl"

attribute vec2 vertex;
uniform sampler2D u_lookup;
uniform vec2 u_lookup_width; // and its inverse
uniform vec2 u_lookup_inverse_size;
uniform int u_bands; // in the output

vec4 lookup(vec2 entry) {
    return texture2D(u_lookup, (entry + 0.5) * u_lookup_inverse_size);
}

// Survivors keep their order: if the first and last of a band are as far apart as the band is long, no element between
// them is missing. In a group that is not full, rank < place, so the first seems too far from the last, never too near.
bool is_run(float band) {
    float first = lookup(vec2(0.0, ROWS * band)).x;
    vec4 last = lookup(vec2(u_lookup_width.x, ROWS * (band + 1.0)) - 1.0);
    return last.w == RUN && last.x - first == GROUP * (ROWS * u_lookup_width.x - 1.0);
}

// The first of the longest stretches in bands [first, last), as a range of rows; (none, none) if there is no stretch.
vec2 longest_run(float first, float last, float none) {
    vec2 longest = vec2(none);
    float most = SHORTEST - 1.0;
    float begin = first;
    for (int i = 0; i < u_bands; ++i) {
        float band = first + float(i);
        if (band >= last)
            break;
        float end = band + 1.0;
        if (!is_run(band)) {
            begin = end;
        } else if (end - begin > most) {
            most = end - begin;
            longest = ROWS * vec2(begin, end);
        }
    }
    return longest;
}

void main() {
    float rows = survivor_count() * u_lookup_width.y * (1.0 / GROUP);
    float bands = floor(rows * (1.0 / ROWS));
    float middle = floor(0.5 * bands);
    float reached = ceil(rows);
    // The half that the edge belongs to. Without a stretch, the rows on both sides of it form one rectangle.
    bool upper = vertex.y > 2.5;
    vec2 stretch = longest_run(upper ? middle : 0.0, upper ? bands : middle, upper ? reached : 0.0);
    bool is_begin = abs(vertex.y - 1.0) < 0.5 || abs(vertex.y - 3.0) < 0.5;
    float row = is_begin ? stretch.x : stretch.y;
    if (vertex.y < 0.5)
        row = 0.0;
    else if (vertex.y > 4.5)
        row = reached;
    gl_Position = vec4(vertex.x, 2.0 * row * u_lookup_inverse_size.y - 1.0, 0.0, 1.0);
}
