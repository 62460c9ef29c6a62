// The elements that an invocation works on by itself: ITEMS of them, GROUP apart, so that neighbouring
// invocations have neighbouring ones. Needs kernel.glsl. The host defines ITEMS.
uint own_item(uint k) {
    return (group_index() * ITEMS + k) * GROUP + gl_LocalInvocationIndex;
}
