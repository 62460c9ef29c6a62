// The elements to work on, binding 0, four at a time. Needs kernel.glsl and operator.glsl.
layout(std430, binding = 0) readonly buffer Input {
    T input_elements[];
};
#if WIDE && defined(T4)
layout(std430, binding = 0) readonly buffer InputQuads {
    T4 input_quads[];
};
#endif

struct Quad {
    Value a, b, c, d;
};

Value load_value(uint index, uint n) {
    return index < n ? value_of(input_elements[u_first[0] + index]) : IDENTITY;
}

// Elements index to index + 3 of n; index is a multiple of 4. IDENTITY behind the last.
Quad load_quad(uint index, uint n) {
#if WIDE && defined(T4)
    if (u_wide != 0u && index + 4u <= n) {
        T4 quad = input_quads[(u_first[0] + index) >> 2];
        return Quad(value_of(quad.x), value_of(quad.y), value_of(quad.z), value_of(quad.w));
    }
#endif
    return Quad(load_value(index, n), load_value(index + 1u, n), load_value(index + 2u, n),
                load_value(index + 3u, n));
}

#ifdef combine
Value combine_quad(Quad quad) {
    return combine(combine(combine(quad.a, quad.b), quad.c), quad.d);
}
#endif
