#version 430
// Maps elements through an expression, four per invocation.
// Reads 0: elements. Writes 1: results, which may alias the elements if both have the same size.
// The host defines MAP, an expression in x, the element, and i, its index; and RESULT_ELEMENT.
#if RESULT_ELEMENT == 3
#extension GL_ARB_gpu_shader_int64 : require
#endif
#include "compute/kernel.glsl"
#include "compute/moved.glsl"
// RESULT: the type of results as stored in memory, RESULT4 four of them. RESULT_ELEMENT is the number of an
// ElementType (element.h).
#if RESULT_ELEMENT == UINT32
#define RESULT uint
#define RESULT4 uvec4
#elif RESULT_ELEMENT == INT32
#define RESULT int
#define RESULT4 ivec4
#elif RESULT_ELEMENT == FLOAT32
#define RESULT float
#define RESULT4 vec4
#elif RESULT_ELEMENT == UINT64
#define RESULT uint64_t
#elif RESULT_ELEMENT == PAIR
#define RESULT uvec2
#endif

#define ResultValue RESULT
struct ResultQuad {
    RESULT a, b, c, d;
};
#include "compute/elements_in.glsl"
#include "compute/elements_out.glsl"

RESULT map(T x, uint i) {
    return RESULT((MAP));
}

void main() {
    uint n = length_of_input();
    uint index = own_quad();
    if (index < n) {
        bool whole = is_whole(index, 4u, n);
        Quad quad = load_quad(index, n, whole);
        store_results(index, n,
                      ResultQuad(map(quad.a, index), map(quad.b, index + 1u), map(quad.c, index + 2u),
                                 map(quad.d, index + 3u)),
                      whole);
    }
}
