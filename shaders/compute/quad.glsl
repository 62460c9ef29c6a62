// Four values of neighbouring elements. Needs kernel.glsl and what says what a Value is.
struct Quad {
    Value a, b, c, d;
};

// Whether `size` elements from `index` on are there and can be taken as quads. Whoever works on many asks once:
// loads behind a branch each would wait for one another.
bool is_whole(uint index, uint size, uint n) {
#if WIDE
    return u_wide != 0u && index + size <= n;
#else
    return false;
#endif
}

// The index of the first of the four that are this invocation's, where each has four.
uint own_quad() { return 4u * (group_index() * GROUP + gl_LocalInvocationIndex); }
