#version 430
// SkyAlign: tests each point against the cells of lower levels whose median mask is a subset of its own, and against
// its own cell. Of points in these cells, it tests those whose quartile mask lets them dominate. A group lists the
// points that its own have to look at, and has them in shared memory tile by tile: masks are compared with no branch.
// Reads 0: see table.glsl, 1: see records.glsl, 2: see cells.glsl. Writes 3, 4: see tests.glsl.
// The host defines QUARTILES: look at quartile masks; PADDED: each group has the points of a chunk; SLICES: so many
// groups have the same points, and take the tiles in turn, since some points have to look at most others. Then a point
// may be found dominated elsewhere, so that counters would depend on chance.
#pragma optionNV(unroll all) // NVIDIA: keeps an invocation's keys in registers; other drivers ignore it
#include "compute/kernel.glsl"
#include "skyline/table.glsl"
#include "skyline/records.glsl"
#include "skyline/cells.glsl"
#include "skyline/tests.glsl"
#include "skyline/killers.glsl"

#define NONE 0xffffffffu
#define STRIDE (DIMENSIONS | 1) // odd, so that invocations that read different rows use different banks

shared uint s_mask;       // the bits of all masks of the group's points
shared uint s_last_point; // of the group's points
shared uint s_left;       // 1: a point of the group was alive before the tile
shared uint s_rows[GROUP], s_masks[GROUP], s_quartile_masks[GROUP], s_keys[GROUP * STRIDE]; // of a tile

uint t_keys[DIMENSIONS];
uint t_tiles = 0u; // of earlier lists

struct Point {
    uint row, mask, quartile_mask;
};

uint own_targets() { return group_from_last() / SLICES; }
bool is_own_tile(uint place) { return (t_tiles + place / GROUP) % SLICES == group_from_last() % SLICES; }

// Rows with different masks differ.
bool is_dominated_by(uint other, Point point) {
    bool better = s_masks[other] != point.mask;
    for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
        uint key = s_keys[other * STRIDE + axis];
        if (key > t_keys[axis])
            return false;
        better = better || key < t_keys[axis];
    }
    return better;
}

void load_tile(uint first, uint size) {
    uint lane = gl_LocalInvocationIndex;
    if (first + lane < size) {
        uint killer = listed_killer(first + lane);
        s_rows[lane] = row_of(killer);
        s_masks[lane] = word_of(killer, 1u);
        s_quartile_masks[lane] = word_of(killer, 2u);
        for (uint axis = 0u; axis < DIMENSIONS; ++axis)
            s_keys[lane * STRIDE + axis] = key_of(row_of(killer), axis);
    }
}

// Which of 32 points of the tile have masks that let them dominate.
uint possible_killers(uint first, Point point) {
    uint possible = 0u;
    for (uint i = 0u; i < 32u; ++i) {
        uint mask = s_masks[first + i], excess = mask & ~point.mask;
#if QUARTILES
        excess |= s_quartile_masks[first + i] & (mask | ~point.mask) & ~point.quartile_mask;
#endif
        possible |= (excess == 0u ? 1u : 0u) << i;
    }
    return possible;
}

// Counts the mask tests with some points of the tile: those of cells with a subset of the mask.
void count_mask_tests(uint first, uint end, Point point) {
#if COUNTERS && QUARTILES
    for (uint other = first; other < end; ++other)
        if ((s_masks[other] & ~point.mask) == 0u)
            COUNT_MASK_TESTS(1u);
#endif
}

// Returns the place in the tile of the first point that dominates; NONE if none does.
uint dominator_in_tile(uint size, Point point) {
    for (uint first = 0u; first < min(size, uint(GROUP)); first += 32u) {
        uint count = min(size - first, 32u), possible = possible_killers(first, point);
        if (count < 32u)
            possible &= (1u << count) - 1u;
        for (; possible != 0u; possible &= possible - 1u) {
            uint other = first + uint(findLSB(possible));
            if (s_rows[other] == point.row)
                continue;
            COUNT_DOMINANCE_TEST;
            if (is_dominated_by(other, point)) {
                count_mask_tests(first, other + 1u, point);
                return other;
            }
        }
        count_mask_tests(first, first + count, point);
    }
    return NONE;
}

#if COUNTERS
// Returns the first cell of a level that is at least this.
uint cell_of_level(uint level) {
    uint first = 0u, last = u_cells;
    while (first < last) {
        uint middle = (first + last) / 2u;
        if (uint(bitCount(mask_of_cell(middle))) < level)
            first = middle + 1u;
        else
            last = middle;
    }
    return first;
}

// A point looks at the masks of all cells of lower levels, up to that of the point that dominates it, if any.
void count_cells(uint dominator, Point point) {
    uint first = cell_of_point(u_killers), last = cell_of_point(min(dominator, u_killers_end - 1u));
    if (begin_of_cell(first) < u_killers)
        ++first;
    uint end = min(cell_of_level(uint(bitCount(point.mask))), last + 1u);
    t_mask_tests += max(end, first) - first;
}
#endif

void main() {
    uint lane = gl_LocalInvocationIndex;
#if PADDED
    uint chunk = u_targets + own_targets(), own_cell = cell_of_chunk(chunk);
    uint number = first_of_chunk(chunk, own_cell) + lane;
    bool left = chunk < u_targets_end && number < end_of_cell(own_cell) && is_alive(number);
#else
    uint number = u_targets + own_targets() * GROUP + lane;
    bool left = number < u_targets_end && is_alive(number);
#endif
    bool counted = left;
    if (lane == 0u) {
        s_mask = 0u;
        s_last_point = 0u;
    }
    barrier();
    Point point = Point(0u, 0u, 0u);
    if (left) {
        point = Point(row_of(number), word_of(number, 1u), word_of(number, 2u));
        for (uint axis = 0u; axis < DIMENSIONS; ++axis)
            t_keys[axis] = key_of(point.row, axis);
        atomicOr(s_mask, point.mask);
        atomicMax(s_last_point, number);
    }
    barrier();
    uint dominator = NONE, end = cell_of_point(min(s_last_point, u_killers_end - 1u)) + 1u, mask = s_mask;
    bool any = true;
    for (uint first = cell_of_point(u_killers); first < end && any; first += CELLS_OF_LIST) {
        uint size = list_killers(first, end, mask);
        for (uint tile = 0u; tile < size && any; tile += GROUP) {
            if (!is_own_tile(tile))
                continue;
            if (lane == 0u)
                s_left = 0u;
            left = left && (SLICES == 1 || is_alive(number));
            load_tile(tile, size);
            barrier();
            if (left) {
                s_left = 1u;
                uint other = dominator_in_tile(size - tile, point);
                if (other != NONE) {
                    dominator = listed_killer(tile + other);
                    left = false;
                    kill(number);
                }
            }
            barrier();
            any = s_left != 0u;
            barrier();
        }
        t_tiles += (size + GROUP - 1u) / GROUP;
        barrier();
    }
#if COUNTERS
    if (counted) {
        count_cells(dominator, point);
        add_counters();
    }
#endif
}
