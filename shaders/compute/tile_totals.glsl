// Computes the total of a tile in each group. The includer first defines where elements come from.
// Writes TOTALS: totals of the tiles. The host defines TOTALS, a binding.

// Only totals are needed.
void store_value(uint index, uint n, Value value, Value result) {}
void store_quad(uint index, uint n, Quad values, Quad results, bool whole) {}
#include "compute/tile.glsl"

layout(std430, binding = TOTALS) writeonly buffer Totals {
    Value totals[];
};

void main() {
    uint n = length_of_input();
    uint tile = group_index();
    if (tile < tile_count(n)) {
        Value total = tile_total(tile * TILE, n);
        if (rank() == 0u)
            totals[u_first[TOTALS] + tile] = total;
    }
}
