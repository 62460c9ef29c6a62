// Four values of neighbouring elements. Needs kernel.glsl and a definition of Value.
struct Quad {
    Value a, b, c, d;
};

// True if the `size` elements from `index` on exist and can be accessed as quads. Call it once for many loads:
// a branch around each load would serialize them.
bool is_whole(uint index, uint size, uint n) {
#if WIDE
    return u_wide != 0u && index + size <= n;
#else
    return false;
#endif
}

// The first of this invocation's four elements, if each invocation has four.
uint own_quad() { return 4u * (group_index() * GROUP + gl_LocalInvocationIndex); }
