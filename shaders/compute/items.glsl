// Each invocation processes ITEMS elements, GROUP apart, so that neighbouring invocations access neighbouring
// elements. Needs kernel.glsl. The host defines ITEMS.
uint own_item(uint k) {
    return (group_index() * ITEMS + k) * GROUP + gl_LocalInvocationIndex;
}
