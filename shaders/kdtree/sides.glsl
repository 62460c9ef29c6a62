// A field of FIELD bits for each point: its sides on the last SIDES levels, the side of level l in bit l % SIDES; in the
// highest bit, whether it is a node of a level above. Needs kernel.glsl. The includer defines FIELDS, the binding.
// The host defines SIDES, and FIELD, a power of two greater than SIDES.
layout(std430, binding = FIELDS) buffer Fields {
    uint fields[];
};

#define POINTS_OF_WORD (32u / FIELD)
#define DONE (1u << (FIELD - 1u))

uint word_of(uint point) { return u_first[FIELDS] + point / POINTS_OF_WORD; }
uint shift_of(uint point) { return point % POINTS_OF_WORD * FIELD; }

uint field_of(uint point) { return fields[word_of(point)] >> shift_of(point); }
