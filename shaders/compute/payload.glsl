// Elements that are moved while the pass computes with another type: P, and P4 if four are 16 bytes.
// The host defines PAYLOAD, the number of an ElementType. Needs element.glsl.
#if PAYLOAD == UINT32
#define P uint
#define P4 uvec4
#elif PAYLOAD == INT32
#define P int
#define P4 ivec4
#elif PAYLOAD == FLOAT32
#define P float
#define P4 vec4
#else
#define P uvec2 // any eight bytes
#endif
