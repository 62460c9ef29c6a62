// Pyramids of blocks over the measures of items, which fold those of any adjacent items in a few steps. Needs
// kernel.glsl, fold.glsl and measures.glsl. The host defines FANOUT, and the includer PYRAMIDS_AT, a binding,
// and the uniforms u_pyramid_items, of the lowest level of each, and u_pyramid, of all its levels.
layout(std430, binding = PYRAMIDS_AT) restrict readonly buffer Pyramids {
    uvec2 pyramids[];
};

uvec2 fold_range(uint fold, uvec2 value, uint first, uint end) {
    for (uint i = first; i < end; ++i)
        value = folded(fold, value, pyramids[i]);
    return value;
}

uvec2 fold_items(uint m, uvec2 value, uint first, uint end) {
    uint base = u_first[PYRAMIDS_AT] + m * u_pyramid, size = u_pyramid_items;
    while (first < end) {
        uint first_block = (first + FANOUT - 1u) / FANOUT, end_block = end / FANOUT;
        if (first_block >= end_block)
            return fold_range(folds[m], value, base + first, base + end);
        value = fold_range(folds[m], value, base + first, base + first_block * FANOUT);
        value = fold_range(folds[m], value, base + end_block * FANOUT, base + end);
        first = first_block;
        end = end_block;
        base += size;
        size = (size + FANOUT - 1u) / FANOUT;
    }
    return value;
}
