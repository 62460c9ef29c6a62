// The last group to finish sees what all others wrote. Needs kernel.glsl; the buffers in question are coherent.
// The includer defines GROUPS_DONE, a word in such a buffer: 0 before and after.
shared bool s_is_last;

// Every invocation calls it once, after its writes.
bool is_last_group() {
    memoryBarrierBuffer();
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        s_is_last = atomicAdd(GROUPS_DONE, 1u) == group_count() - 1u;
        if (s_is_last)
            GROUPS_DONE = 0u;
    }
    barrier();
    memoryBarrierBuffer();
    return s_is_last;
}
