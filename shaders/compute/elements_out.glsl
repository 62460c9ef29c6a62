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

// The result of an element; that itself, which others may want to know, has no part in it.
void store_value(uint index, uint n, Value value, Value result) {
    if (index < n)
        output_elements[u_first[1] + index] = result_of(result);
}

// As load_quad(); nothing behind the last of n.
void store_quad(uint index, uint n, Quad values, Quad results, bool whole) {
#if WIDE && defined(T4)
    if (whole)
        output_quads[(u_first[1] + index) >> 2] =
            T4(result_of(results.a), result_of(results.b), result_of(results.c), result_of(results.d));
    else
#endif
    {
        store_value(index, n, values.a, results.a);
        store_value(index + 1u, n, values.b, results.b);
        store_value(index + 2u, n, values.c, results.c);
        store_value(index + 3u, n, values.d, results.d);
    }
}
