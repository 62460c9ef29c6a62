// Stores the results, four at a time. Needs kernel.glsl and operator.glsl. RAW_RESULTS: writes the values
// themselves, for another pass to combine further. RESULTS: their binding, default 1. For results of a type
// other than the elements', see transform.comp.
#include "compute/quad.glsl"

#ifndef RESULTS
#define RESULTS 1
#endif
#ifndef RESULT
#define RESULT T
#ifdef T4
#define RESULT4 T4
#endif
#define ResultValue Value
#define ResultQuad Quad
#endif

#if RAW_RESULTS
#define result_of(value) plain_of(value)
#else
#define result_of(value) memory_of(plain_of(value))
#endif

layout(std430, binding = RESULTS) writeonly buffer Output {
    RESULT output_elements[];
};
#if WIDE && defined(RESULT4)
layout(std430, binding = RESULTS) writeonly buffer OutputQuads {
    RESULT4 output_quads[];
};
#endif

void store_result(uint index, uint n, ResultValue value) {
    if (index < n)
        output_elements[u_first[RESULTS] + index] = result_of(value);
}

// Results index to index + 3 of n, nothing past the end. whole: as in load_quad().
void store_results(uint index, uint n, ResultQuad results, bool whole) {
#if WIDE && defined(RESULT4)
    if (whole)
        output_quads[(u_first[RESULTS] + index) >> 2] =
            RESULT4(result_of(results.a), result_of(results.b), result_of(results.c), result_of(results.d));
    else
#endif
    {
        store_result(index, n, results.a);
        store_result(index + 1u, n, results.b);
        store_result(index + 2u, n, results.c);
        store_result(index + 3u, n, results.d);
    }
}
