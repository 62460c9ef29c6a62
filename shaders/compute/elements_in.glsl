// Loads the input elements, binding 0, four at a time. Needs kernel.glsl and operator.glsl (not SEGMENTED).
#include "compute/quad.glsl"

layout(std430, binding = 0) readonly buffer Input {
    T input_elements[];
};
#if WIDE && defined(T4)
layout(std430, binding = 0) readonly buffer InputQuads {
    T4 input_quads[];
};
#endif

Value load_value(uint index, uint n) {
    return index < n ? value_of(input_elements[u_first[0] + index]) : IDENTITY;
}

// Elements index to index + 3 of n, IDENTITY past the end; index is a multiple of 4. whole: is_whole() of a
// stretch that contains them.
Quad load_quad(uint index, uint n, bool whole) {
    Quad quad;
#if WIDE && defined(T4)
    if (whole) {
        T4 elements = input_quads[(u_first[0] + index) >> 2];
        quad = Quad(value_of(elements.x), value_of(elements.y), value_of(elements.z), value_of(elements.w));
    } else
#endif
        quad = Quad(load_value(index, n), load_value(index + 1u, n), load_value(index + 2u, n),
                    load_value(index + 3u, n));
    return quad;
}
