// The element type: T as stored in memory, T4 four of them.
// The host defines ELEMENT, the number of an ElementType (element.h).
#define UINT32 0
#define INT32 1
#define FLOAT32 2
#define UINT64 3
#define PAIR 4

#if ELEMENT == UINT32
#define T uint
#define T4 uvec4
#elif ELEMENT == INT32
#define T int
#define T4 ivec4
#elif ELEMENT == FLOAT32
#define T float
#define T4 vec4
#elif ELEMENT == UINT64
#define T uint64_t
#elif ELEMENT == PAIR
#define T uvec2
#endif
