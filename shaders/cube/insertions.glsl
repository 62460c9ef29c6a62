// Arrays into which elements are inserted, in tiles of TILE elements of the result. Needs kernel.glsl. The host defines
// ITEMS, and the includer insertion_place(k), ascending places in the result, and insertions(), their number.
#define TILE (GROUP * ITEMS)
#define MASKS (TILE / 32u)

shared uint s_inserted[MASKS];   // one bit for each element
shared uint s_before[MASKS];     // insertions before each of these masks
shared uint s_is_below[GROUP + 1]; // see insertions_below()
shared uint s_below;

// Returns the number of insertions before a place, the same for all invocations, which all must call it.
uint insertions_below(uint place) {
    uint lane = gl_LocalInvocationIndex, first = 0u, size = insertions();
    while (size > 0u) {
        uint step = (size + GROUP - 1u) / GROUP, probe = lane * step;
        barrier();
        s_is_below[lane] = probe < size && insertion_place(first + probe) < place ? 1u : 0u;
        if (lane == 0u) {
            s_is_below[GROUP] = 0u;
            s_below = 0u;
        }
        barrier();
        if (s_is_below[lane] > s_is_below[lane + 1u])
            s_below = lane + 1u;
        barrier();
        if (s_below == 0u)
            break;
        uint next = (s_below - 1u) * step + 1u;
        first += next;
        size = min(step - 1u, size - next);
    }
    return first;
}

// Prepares the functions below for the tile from `begin` on. All invocations must call it.
void find_insertions(uint begin) {
    uint lane = gl_LocalInvocationIndex, all = insertions(), first = insertions_below(begin);
    if (lane < MASKS)
        s_inserted[lane] = 0u;
    barrier();
    for (uint k = first + lane; k < all; k += GROUP) {
        uint i = insertion_place(k) - begin;
        if (i >= TILE)
            break;
        atomicOr(s_inserted[i / 32u], 1u << i % 32u);
    }
    barrier();
    uint before = lane == 0u ? first : 0u;
    if (lane > 0u && lane < MASKS)
        before = uint(bitCount(s_inserted[lane - 1u]));
    for (uint distance = 1u; distance < MASKS; distance *= 2u) {
        if (lane < MASKS)
            s_before[lane] = before;
        barrier();
        if (lane >= distance && lane < MASKS)
            before += s_before[lane - distance];
        barrier();
    }
    if (lane < MASKS)
        s_before[lane] = before;
    barrier();
}

// Both take element i of the tile.
bool is_inserted(uint i) { return (s_inserted[i / 32u] >> i % 32u & 1u) != 0u; }
// How many insertions precede it: an old element has moved by so many, an inserted one has this number.
uint insertions_before(uint i) {
    return s_before[i / 32u] + uint(bitCount(s_inserted[i / 32u] & (1u << i % 32u) - 1u));
}
