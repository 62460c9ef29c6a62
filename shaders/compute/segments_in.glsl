// Replaces elements_in.glsl for segmented scans: elements, binding 0, and flags, binding 1, nonzero where a
// segment begins. Needs kernel.glsl and operator.glsl, SEGMENTED.
#include "compute/quad.glsl"

layout(std430, binding = 0) readonly buffer Input {
    T input_elements[];
};
layout(std430, binding = 1) readonly buffer Heads {
    uint heads[];
};
#if WIDE
layout(std430, binding = 0) readonly buffer InputQuads {
    T4 input_quads[];
};
layout(std430, binding = 1) readonly buffer HeadQuads {
    uvec4 head_quads[];
};
#endif

Value load_value(uint index, uint n) {
    Value value = IDENTITY;
    if (index < n)
        value = Value(value_of(input_elements[u_first[0] + index]), heads[u_first[1] + index] != 0u ? 1u : 0u);
    return value;
}

Quad load_quad(uint index, uint n, bool whole) {
    Quad quad;
#if WIDE
    if (whole) {
        T4 elements = input_quads[(u_first[0] + index) >> 2];
        uvec4 head = uvec4(notEqual(head_quads[(u_first[1] + index) >> 2], uvec4(0u)));
        quad = Quad(Value(value_of(elements.x), head.x), Value(value_of(elements.y), head.y),
                    Value(value_of(elements.z), head.z), Value(value_of(elements.w), head.w));
    } else
#endif
        quad = Quad(load_value(index, n), load_value(index + 1u, n), load_value(index + 2u, n),
                    load_value(index + 3u, n));
    return quad;
}
