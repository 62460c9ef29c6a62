// The results, binding 1, four at a time. Needs elements_in.glsl. RAW_RESULTS: the values themselves are
// written, for another pass to combine them further.
#if RAW_RESULTS
#define result_of(value) (value)
#else
#define result_of(value) memory_of(value)
#endif

layout(std430, binding = 1) writeonly buffer Output {
    T output_elements[];
};
#if WIDE && defined(T4)
layout(std430, binding = 1) writeonly buffer OutputQuads {
    T4 output_quads[];
};
#endif

void store_value(uint index, uint n, Value value) {
    if (index < n)
        output_elements[u_first[1] + index] = result_of(value);
}

// As load_quad(); nothing behind the last of n.
void store_quad(uint index, uint n, Quad quad) {
#if WIDE && defined(T4)
    if (u_wide != 0u && index + 4u <= n) {
        output_quads[(u_first[1] + index) >> 2] =
            T4(result_of(quad.a), result_of(quad.b), result_of(quad.c), result_of(quad.d));
        return;
    }
#endif
    store_value(index, n, quad.a);
    store_value(index + 1u, n, quad.b);
    store_value(index + 2u, n, quad.c);
    store_value(index + 3u, n, quad.d);
}
