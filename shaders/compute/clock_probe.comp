#version 430
// Compares the clocks of multiprocessors: each group takes tickets and records the time before and after.
// Writes 0: four words a ticket: the multiprocessor, the time before, how long it took.
// The first uniform is the number of tickets that a group takes, at most 65,535.
#include "compute/kernel.glsl"

layout(std430, binding = 0) writeonly buffer Tickets {
    uint tickets[];
};
layout(std430, binding = 1) buffer Next {
    uint next_ticket;
};
layout(location = 12) uniform uint u_rounds;

void main() {
    if (gl_LocalInvocationIndex != 0u)
        return;
    for (uint round = 0u; round < u_rounds; ++round) {
        uvec2 before = clock2x32ARB();
        uint ticket = atomicAdd(next_ticket, 1u);
        uvec2 after = clock2x32ARB();
        uint at = u_first[0] + 4u * ticket;
#ifdef GL_NV_shader_thread_group
        tickets[at] = gl_SMIDNV;
#else
        tickets[at] = 0u;
#endif
        tickets[at + 1u] = before.x;
        tickets[at + 2u] = before.y;
        tickets[at + 3u] = after.x - before.x;
    }
}
