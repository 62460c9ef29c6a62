// Replaces elements_in.glsl: the value of an element is 1 if a nonzero flag or a predicate selects it, else 0.
// Bindings 0: elements, 1: flags. Needs kernel.glsl, operator.glsl with uint32 sums.
// The host defines PAYLOAD; for a predicate, PREDICATE(x, i) of the element and its index; for flags of bytes, four
// in a word, BYTE_FLAGS.

// Elements that are moved while the pass computes with another type: P, and P4 if four are 16 bytes. PAYLOAD is the
// number of an ElementType.
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
#include "compute/quad.glsl"

layout(std430, binding = 0) readonly buffer Input {
    P input_elements[];
};
#ifdef P4
layout(std430, binding = 0) readonly buffer InputQuads {
    P4 input_quads[];
};
#endif
layout(std430, binding = 1) readonly buffer Flags {
    uint flags[];
};
layout(std430, binding = 1) readonly buffer FlagQuads {
    uvec4 flag_quads[];
};

struct Elements {
    P a, b, c, d;
};

P load_element(uint index) { return input_elements[u_first[0] + index]; }

// Only for whole stretches, see is_whole().
Elements load_elements(uint index) {
#ifdef P4
    P4 quad = input_quads[(u_first[0] + index) >> 2];
    return Elements(quad.x, quad.y, quad.z, quad.w);
#else
    return Elements(load_element(index), load_element(index + 1u), load_element(index + 2u),
                    load_element(index + 3u));
#endif
}

// flags_of: index is a multiple of 4.
#ifdef BYTE_FLAGS
uint flag_of(uint index) {
    return bitfieldExtract(flags[u_first[1] + (index >> 2)], int(8u * (index & 3u)), 8);
}
uvec4 flags_of(uint index) {
    uint word = flags[u_first[1] + (index >> 2)];
    return uvec4(word, word >> 8, word >> 16, word >> 24) & 0xffu;
}
#else
uint flag_of(uint index) { return flags[u_first[1] + index]; }
uvec4 flags_of(uint index) { return flag_quads[(u_first[1] + index) >> 2]; }
#endif

uint load_value(uint index, uint n) {
    if (index >= n)
        return 0u;
#ifdef PREDICATE
    return PREDICATE(load_element(index), index) ? 1u : 0u;
#else
    return flag_of(index) != 0u ? 1u : 0u;
#endif
}

Quad load_quad(uint index, uint n, bool whole) {
    Quad quad;
    if (whole) {
#ifdef PREDICATE
        Elements elements = load_elements(index);
        quad = Quad(PREDICATE(elements.a, index) ? 1u : 0u, PREDICATE(elements.b, index + 1u) ? 1u : 0u,
                    PREDICATE(elements.c, index + 2u) ? 1u : 0u, PREDICATE(elements.d, index + 3u) ? 1u : 0u);
#else
        uvec4 set = uvec4(notEqual(flags_of(index), uvec4(0u)));
        quad = Quad(set.x, set.y, set.z, set.w);
#endif
    } else
        quad = Quad(load_value(index, n), load_value(index + 1u, n), load_value(index + 2u, n),
                    load_value(index + 3u, n));
    return quad;
}
