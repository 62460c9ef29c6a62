#version 430
// Flags where runs of equal elements begin; if SEGMENTED, segments begin runs too.
// Reads 0: elements, 1 if SEGMENTED: heads of segments. Writes the next binding: flags.
#include "compute/kernel.glsl"
#include "compute/element.glsl"
#include "compute/items.glsl"

layout(std430, binding = 0) readonly buffer Elements {
    T elements[];
};
#if SEGMENTED
#define FLAGS 2
layout(std430, binding = 1) readonly buffer Heads {
    uint heads[];
};
#else
#define FLAGS 1
#endif
layout(std430, binding = FLAGS) writeonly buffer Flags {
    uint flags[];
};

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            bool begins = i == 0u;
            if (!begins)
                begins = elements[u_first[0] + i] != elements[u_first[0] + i - 1u];
#if SEGMENTED
            begins = begins || heads[u_first[1] + i] != 0u;
#endif
            flags[u_first[FLAGS] + i] = begins ? 1u : 0u;
        }
    }
}
