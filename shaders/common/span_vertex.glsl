// The vertices that carry a block's survivors to their place in the compacted stream: two spans of one row each. The
// second holds what wraps past the end of the first span's row, and is mostly empty.
// constant CORNERS  2: a span is a line from the centre of its first pixel to the centre of the pixel past its last,
//                   because lines are half-open; 4: a rectangle

uniform vec2 u_stream_size;
uniform vec2 u_inverse_stream_size;
uniform float u_end_bias; // pixels added to the end of every line: 0, except where the self-test provokes errors

// descriptor: source x, source y, offset, count. corner: 0 .. 2 * CORNERS - 1.
// Returns the vertex in pixels (xy), the offset from a pixel's x to its source's x (z), and the source's row (w). An
// empty span lies outside the picture.
vec4 span_vertex(vec4 descriptor, float corner) {
    float row = floor(descriptor.z * u_inverse_stream_size.x);
    float first = descriptor.z - row * u_stream_size.x;
    // If the width is not a power of two, its inverse is rounded and the row may be off by one.
    if (first < 0.0) {
        row -= 1.0;
        first += u_stream_size.x;
    } else if (first >= u_stream_size.x) {
        row += 1.0;
        first -= u_stream_size.x;
    }
    float last = first + descriptor.w; // one past the span, possibly past the row
    float wrapped = floor(corner / float(CORNERS));
    corner -= wrapped * float(CORNERS);
    float shift = descriptor.x - first;
    if (wrapped > 0.5) {
        row += 1.0;
        first = 0.0;
        last -= u_stream_size.x;
        shift += u_stream_size.x;
    }
    last = min(last, u_stream_size.x);
    if (last <= first)
        return vec4(-8.0 * u_stream_size, shift, descriptor.y);
#if CORNERS == 2
    vec2 position = vec2(corner < 0.5 ? first + 0.5 : last + 0.5 + u_end_bias, row + 0.5);
#else
    vec2 position = vec2(corner < 0.5 || corner > 2.5 ? first : last, corner < 1.5 ? row : row + 1.0);
#endif
    return vec4(position, shift, descriptor.y);
}

vec4 clip_position(vec2 pixel) {
    return vec4(2.0 * pixel * u_inverse_stream_size - 1.0, 0.0, 1.0);
}
