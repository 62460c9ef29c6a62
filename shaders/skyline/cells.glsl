// Cells: runs of records with the same mask, sorted by the level of the mask, which is the number of its bits, then
// by the mask. A cell can dominate another only if its mask is a subset. Needs records.glsl.
// Reads 2: where each cell begins, then the end of the last; then where the chunks of each cell begin, then their
// number. A chunk holds WIDTH records of one cell, the last one of a cell fewer.
layout(std430, binding = 2) readonly buffer Cells {
    uint cells[];
};
layout(location = 16) uniform uint u_cells;

uint begin_of_cell(uint cell) { return cells[u_first[2] + cell]; }
uint end_of_cell(uint cell) { return begin_of_cell(cell + 1u); }
uint chunks_before(uint cell) { return cells[u_first[2] + u_cells + 1u + cell]; }
uint mask_of_cell(uint cell) { return word_of(begin_of_cell(cell), 1u); }

// Searches a list of ascending numbers, one per cell, for the last one that is at most `most`.
uint cell_in(uint list, uint most) {
    uint first = 0u, last = u_cells;
    while (last - first > 1u) {
        uint middle = (first + last) / 2u;
        if (cells[list + middle] <= most)
            first = middle;
        else
            last = middle;
    }
    return first;
}
uint cell_of_point(uint point) { return cell_in(u_first[2], point); }
uint cell_of_chunk(uint chunk) { return cell_in(u_first[2] + u_cells + 1u, chunk); }

uint first_of_chunk(uint chunk, uint cell) { return begin_of_cell(cell) + (chunk - chunks_before(cell)) * WIDTH; }
