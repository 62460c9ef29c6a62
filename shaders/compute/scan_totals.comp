#version 430
// One group scans the totals of all tiles, exclusive and in place, and appends the grand total.
// Reads and writes 0: totals. The host defines TILE, the number of elements per total.
#include "compute/kernel.glsl"
#include "compute/operator.glsl"
#include "compute/group_scan.glsl"

layout(std430, binding = 0) buffer Totals {
    Value totals[];
};

void main() {
    uint n = length_of_input();
    uint tiles = n / TILE + (n % TILE != 0u ? 1u : 0u);
    Value carry = IDENTITY;
    for (uint first = 0u; first < tiles; first += GROUP) {
        uint tile = first + rank();
        Value value = tile < tiles ? totals[u_first[0] + tile] : IDENTITY;
        Value total;
        Value before = combine(carry, group_exclusive(value, total));
        if (tile < tiles)
            totals[u_first[0] + tile] = before;
        carry = combine(carry, total);
    }
    if (rank() == 0u)
        totals[u_first[0] + tiles] = carry;
}
