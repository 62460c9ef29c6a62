#version 430
// Copies the aggregates of a node to each cell that it answers; clears the other cells.
// Reads 0: request, 1: counts, 2: values. Writes 3: cells.
#define COUNTS_AT 1
#define VALUES_AT 2
#define RESULTS_AT 3
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/request.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"
#include "cube/cell.glsl"

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint query = own_item(k);
        if (query < n) {
            Run run = run_of(query);
            Cell cell = no_rows();
            if (is_answer(run) && run.first < run.end)
                add_node(cell, of_level(run.level, FIRST_NODE) + run.first);
            store_cell(query, cell);
        }
    }
}
