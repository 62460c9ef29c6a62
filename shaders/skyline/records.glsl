// Points that may be in the skyline: a record of a few words each, the first of which is the row. Needs kernel.glsl.
// Reads 1: records. The host defines RECORD, their words.
layout(std430, binding = 1) readonly buffer Records {
    uint records[];
};

uint word_of(uint point, uint word) { return records[u_first[1] + point * RECORD + word]; }
uint row_of(uint point) { return word_of(point, 0u); }
