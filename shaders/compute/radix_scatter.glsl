// Code shared by the passes that scatter a tile.
// Reads 0: keys, 1: offsets, the scanned counts of radix_count.comp, 3: values, unless the values are
// positions. Writes 2: keys, 4: values.
// The host defines ITEMS (per invocation) and PAYLOAD: 0 none, 1 values, 2 positions.
#define NO_VALUES 0
#define VALUES 1
#define POSITIONS 2
#define TILE (GROUP * ITEMS)

layout(std430, binding = 0) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 1) readonly buffer Offsets {
    uint offsets[];
};
layout(std430, binding = 2) writeonly buffer SortedKeys {
    uint sorted_keys[];
};
layout(std430, binding = 3) readonly buffer InputValues {
    uint values[];
};
layout(std430, binding = 4) writeonly buffer SortedValues {
    uint sorted_values[];
};

uint load_payload(uint index) {
#if PAYLOAD == VALUES
    return values[u_first[3] + index];
#else
    return index;
#endif
}
