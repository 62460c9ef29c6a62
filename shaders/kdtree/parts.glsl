// Puts queries to a tree, a part of it after the other: one part is a subtree with the node behind it. Most often the
// whole tree is the only one; where a walk through that is longer than drivers let an invocation be, more are made.
// Needs kernel.glsl, items.glsl, segment.glsl, tree.glsl.
// Reads 2: the order in which queries are asked. Writes 3: a flag where a part was too large for a query. What was
// found is of no use then.
layout(std430, binding = 2) readonly buffer Order {
    uint order[];
};
layout(std430, binding = 3) buffer Unanswered {
    uint unanswered[];
};
// As many nodes are looked at as this says; where that was not enough, the walk is not over. Software renderers cut
// loops off in silence, others stop programs that take seconds.
layout(location = 13) uniform uint u_budget;
layout(location = 14) uniform uint u_level; // the part of the tree
layout(location = 15) uniform uint u_part;

// A walk defines these. Begins for a query; the part is the whole tree.
void begin_walk(uint query);
// Goes down to a part. Whether anything of interest may be there.
bool reaches(Segment part);
// Through nodes first to last - 1, whose root splits by this axis. Whether it came to its end within the budget.
bool walk(uint first, uint last, uint axis);
// Looks at one node.
void scan(uint node);

// The kernel defines these: what is found of a query, which is taken up again in each part.
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
