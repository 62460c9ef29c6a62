// Lists the points of those cells whose masks are subsets of a mask, in order, so that the invocations of a group share
// them evenly. Needs cells.glsl and tests.glsl.
#define CELLS_OF_LIST (4u * GROUP)

shared uint s_begin[CELLS_OF_LIST], s_end[CELLS_OF_LIST]; // of a cell: its first point, the points in it and before
shared uint s_is_listed[CELLS_OF_LIST / 32u];

uint t_listed; // cells

// Lists the points of [u_killers, u_killers_end) in CELLS_OF_LIST cells from `first` to before `last`. Returns their
// number. All invocations call it; before the next call, they meet at a barrier.
uint list_killers(uint first, uint last, uint mask) {
    uint lane = gl_LocalInvocationIndex;
    if (lane < CELLS_OF_LIST / 32u)
        s_is_listed[lane] = 0u;
    barrier();
    for (uint item = lane; item < CELLS_OF_LIST; item += GROUP)
        if (first + item < last && (mask_of_cell(first + item) & ~mask) == 0u)
            atomicOr(s_is_listed[item / 32u], 1u << (item % 32u));
    barrier();
    t_listed = 0u;
    for (uint word = 0u; word < CELLS_OF_LIST / 32u; ++word) {
        uint listed = s_is_listed[word], item = 32u * word + lane % 32u, bit = 1u << (lane % 32u);
        if (item % GROUP == lane && (listed & bit) != 0u) {
            uint place = t_listed + uint(bitCount(listed & (bit - 1u))), cell = first + item;
            s_begin[place] = max(begin_of_cell(cell), u_killers);
            s_end[place] = min(end_of_cell(cell), u_killers_end) - s_begin[place];
        }
        t_listed += uint(bitCount(listed));
    }
    barrier();
    for (uint step = 1u; step < t_listed; step *= 2u) {
        uint before[4];
        for (uint k = 0u; k < 4u; ++k)
            before[k] = k * GROUP + lane >= step ? s_end[k * GROUP + lane - step] : 0u;
        barrier();
        for (uint k = 0u; k < 4u; ++k)
            s_end[k * GROUP + lane] += before[k];
        barrier();
    }
    return t_listed > 0u ? s_end[t_listed - 1u] : 0u;
}

// The number of ends at or before a place is its cell's place in the list.
uint listed_killer(uint place) {
    uint cell = 0u;
    for (uint step = CELLS_OF_LIST / 2u; step > 0u; step /= 2u)
        if (cell + step < t_listed && s_end[cell + step - 1u] <= place)
            cell += step;
    return s_begin[cell] + place - (cell > 0u ? s_end[cell - 1u] : 0u);
}
