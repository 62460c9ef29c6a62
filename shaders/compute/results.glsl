// Results of a type other than the elements': RESULT as stored in memory, RESULT4 four of them. Include it after
// element.glsl and before elements_out.glsl. The host defines RESULT_ELEMENT, the number of an ElementType
// (element.h).
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
