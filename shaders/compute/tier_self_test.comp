#version 430
// Tests this driver's lanes: the prefix sums of 1, 2, 3 ... over the group, and the ranks.
// Writes 0: number of invocations that found everything right, number of lanes.
#include "compute/kernel.glsl"
#define ELEMENT 0
#define OPERATOR 0
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"

layout(std430, binding = 0) buffer Result {
    uint result[];
};

shared uint s_right;
shared uint s_seen[GROUP];

void main() {
    if (gl_LocalInvocationIndex == 0u)
        s_right = 0u;
    s_seen[gl_LocalInvocationIndex] = 0u;
    barrier();
    uint rank = rank();
    bool right = rank < GROUP;
    if (right)
        atomicAdd(s_seen[rank], 1u);
#if TIER == 1
    right = right && GROUP % lanes() == 0u && row() * lanes() + lane() == gl_LocalInvocationIndex;
#elif TIER == 2
    right = right && rows() * lanes() == GROUP;
#endif
    uint total;
    uint before = group_exclusive(rank + 1u, total);
    right = right && before == rank * (rank + 1u) / 2u && total == GROUP * (GROUP + 1u) / 2u;
    barrier();
    if (right && s_seen[rank] == 1u)
        atomicAdd(s_right, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        result[u_first[0]] = s_right;
#if TIER == 0
        result[u_first[0] + 1u] = 1u;
#else
        result[u_first[0] + 1u] = lanes();
#endif
    }
}
