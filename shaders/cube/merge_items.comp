#version 430
// Merges the leaves of a tree, which are the first items, with sorted new rows, the items after them. A leaf precedes
// the rows equal to it.
// Reads 0: levels, 1: words, 2: order of the new rows, 3: counts of the leaves. Writes 4: order, 5: the number of rows
// of each item in that order, then a 0.
#define LEVELS_AT 0
#define WORDS_AT 1
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/levels.glsl"
#include "cube/packed.glsl"

layout(std430, binding = 2) readonly buffer RowOrder {
    uint row_order[];
};
layout(std430, binding = 3) readonly buffer LeafRows {
    uint leaf_rows[];
};
layout(std430, binding = 4) writeonly buffer Order {
    uint order[];
};
layout(std430, binding = 5) writeonly buffer ItemRows {
    uint item_rows[];
};
layout(location = 14) uniform uint u_leaves;

uint row_item(uint i) { return u_leaves + row_order[u_first[2] + i]; }

bool is_less(uint a, uint b) {
    uint bit = first_difference(a, b), word = bit / 32u;
    return word < words_of_item() && words[word_at(word, a)] < words[word_at(word, b)];
}

uint rows_less_than(uint leaf) {
    uint first = 0u, end = u_items - u_leaves;
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (is_less(row_item(middle), leaf))
            first = middle + 1u;
        else
            end = middle;
    }
    return first;
}

uint leaves_up_to(uint item) {
    uint first = 0u, end = u_leaves;
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (is_less(item, middle))
            end = middle;
        else
            first = middle + 1u;
    }
    return first;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n) {
            bool leaf = i < u_leaves;
            uint item = leaf ? i : row_item(i - u_leaves);
            uint place = leaf ? i + rows_less_than(i) : i - u_leaves + leaves_up_to(item);
            order[u_first[4] + place] = item;
            item_rows[u_first[5] + place] = leaf ? leaf_rows[u_first[3] + i] : 1u;
            if (i == 0u)
                item_rows[u_first[5] + n] = 0u;
        }
    }
}
