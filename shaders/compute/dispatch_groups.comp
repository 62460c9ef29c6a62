#version 430
// Computes the arguments of an indirect dispatch from a count on the GPU, as kernel.cpp does from a count on the
// CPU.
// Reads 0: count. Writes 1: arguments (x, y, z).
#include "compute/kernel.glsl"

layout(std430, binding = 0) readonly buffer Counts {
    uint counts[];
};
layout(std430, binding = 1) writeonly buffer Arguments {
    uint arguments[];
};
layout(location = 12) uniform uint u_bound;
layout(location = 13) uniform uint u_elements; // per group
layout(location = 14) uniform uint u_max_groups; // 0: no bound
layout(location = 15) uniform uint u_least;
layout(location = 16) uniform uint u_row; // groups per row

void main() {
    uint elements = min(counts[u_first[0]], u_bound);
    uint groups = elements / u_elements + (elements % u_elements != 0u ? 1u : 0u);
    if (u_max_groups != 0u)
        groups = min(groups, u_max_groups);
    groups = max(groups, u_least);
    uint x = min(groups, u_row);
    arguments[u_first[1]] = x;
    arguments[u_first[1] + 1u] = groups == 0u ? 0u : (groups + x - 1u) / x;
    arguments[u_first[1] + 2u] = 1u;
}
