#version 430
// Merges the parts of two sorted arrays that make up a tile of the result, one group per tile. In shared memory
// each invocation finds its part of the tile with the same search that found the tiles, then merges it
// serially.
// Reads 0: keys of the first array, 1: of the second. Reads and writes 2: keys merged, see
// merge_partition.comp. WITH_VALUES: reads 3: values of the first array, 4: of the second. Writes 5: values.
// The host defines ITEMS (per invocation).
#define TILE (GROUP * ITEMS)
#include "compute/kernel.glsl"
#include "compute/compared.glsl"

layout(std430, binding = 0) readonly buffer KeysA {
    T keys_a[];
};
layout(std430, binding = 1) readonly buffer KeysB {
    T keys_b[];
};
layout(std430, binding = 2) buffer Keys {
    T keys[];
};
#if WITH_VALUES
layout(std430, binding = 3) readonly buffer ValuesA {
    uint values_a[];
};
layout(std430, binding = 4) readonly buffer ValuesB {
    uint values_b[];
};
layout(std430, binding = 5) writeonly buffer Values {
    uint values[];
};
#endif
layout(location = 12) uniform uint u_size_a;

shared Value s_keys[TILE];  // keys of the first array, then of the second
shared uint s_source[TILE]; // each result's place in s_keys
uint t_size_a;              // keys of the first array in the tile

Value key_a(uint index) { return s_keys[index]; }
Value key_b(uint index) { return s_keys[t_size_a + index]; }
#include "compute/merge_path.glsl"

void find_sources(uint size) {
    uint size_b = size - t_size_a;
    uint first = min(gl_LocalInvocationIndex * ITEMS, size);
    uint end = min(first + ITEMS, size);
    uint a = merge_path(first, t_size_a, size_b);
    uint b = first - a;
    for (uint i = first; i < end; ++i) {
        if (b == size_b || (a < t_size_a && key_a(a) <= key_b(b)))
            s_source[i] = a++;
        else
            s_source[i] = t_size_a + b++;
    }
}

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < n / TILE + (n % TILE != 0u ? 1u : 0u)) {
        uint base = tile * TILE;
        uint size = min(n - base, uint(TILE));
        uint begin_a = keys[u_first[2] + base];
        uint end_a = size < n - base ? keys[u_first[2] + base + 1u] : u_size_a;
        // If the arrays are not sorted, the splits may not be, either.
        t_size_a = min(max(begin_a, end_a) - begin_a, size);
        // Offsets from a place in s_keys to its index in the arrays.
        uint from_a = begin_a;
        uint from_b = base - begin_a - t_size_a;
        for (uint i = gl_LocalInvocationIndex; i < size; i += GROUP) {
            if (i < t_size_a)
                s_keys[i] = value_of(keys_a[u_first[0] + from_a + i]);
            else
                s_keys[i] = value_of(keys_b[u_first[1] + from_b + i]);
        }
        barrier();
        find_sources(size);
        barrier();
        for (uint i = gl_LocalInvocationIndex; i < size; i += GROUP) {
            uint source = s_source[i];
            keys[u_first[2] + base + i] = memory_of(s_keys[source]);
#if WITH_VALUES
            if (source < t_size_a)
                values[u_first[5] + base + i] = values_a[u_first[3] + from_a + source];
            else
                values[u_first[5] + base + i] = values_b[u_first[4] + from_b + source];
#endif
        }
    }
}
