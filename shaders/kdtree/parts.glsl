// Answers queries on a tree, one part at a time. A part is a subtree plus the node after it. Usually the whole tree is
// the only part; it is divided if the walk would exceed what drivers allow an invocation.
// Needs kernel.glsl, items.glsl, segment.glsl, tree.glsl.
// Reads 2: the order in which queries are answered. Writes 3: a flag, set if a part was too large for a query. The
// results are invalid then.
layout(std430, binding = 2) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 3) buffer Unanswered {
    uint unanswered[];
};
// Most nodes that a walk may visit; beyond that it fails. Software renderers silently cut loops off, other drivers stop
// programs that take seconds.
layout(location = 13) uniform uint u_budget;
layout(location = 14) uniform uint u_level; // the part of the tree
layout(location = 15) uniform uint u_part;

// A walk defines these. Begins a query at the root of the whole tree.
void begin_walk(uint query);
// Descends to a part. True if it may hold anything of interest.
bool reaches(Segment part);
// Walks nodes first to last - 1, whose root splits by this axis. True if it finished within the budget.
bool walk(uint first, uint last, uint axis);
// Visits one node.
void scan(uint node);

// The kernel defines these: they load and store a query's results between parts.
void load(uint query);
void store(uint query);

void answer(uint query) {
    begin_walk(query);
    load(query);
    Segment part = segment_of_level(u_part, u_level, u_nodes + 1u);
    if (reaches(part) && !walk(part.first, last_cell(part), u_level % DIMENSIONS))
        unanswered[u_first[3]] = 1u;
    if (last_cell(part) < u_nodes)
        scan(last_cell(part));
    store(query);
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint i = own_item(k);
        if (i < n)
            answer(order[u_first[2] + i]);
    }
}
