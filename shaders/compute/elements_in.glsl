// The elements to work on, binding 0, four at a time. Needs kernel.glsl and operator.glsl.
layout(std430, binding = 0) readonly buffer Input {
    T input_elements[];
};
#if WIDE && defined(T4)
layout(std430, binding = 0) readonly buffer InputQuads {
    T4 input_quads[];
};
#endif

#include "compute/quad.glsl"

Value load_value(uint index, uint n) {
    return index < n ? value_of(input_elements[u_first[0] + index]) : IDENTITY;
}

// Whether `size` elements from `index` on are there and can be taken as quads. Whoever works on many asks once:
// loads behind a branch each would wait for one another.
bool is_whole(uint index, uint size, uint n) {
#if WIDE && defined(T4)
    return u_wide != 0u && index + size <= n;
#else
    return false;
#endif
}

// Elements index to index + 3 of n; index is a multiple of 4. IDENTITY behind the last. whole: is_whole() of
// a stretch that they are part of.
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
