// What an update changes in a tree, found by update_nodes.comp. New rows are in ascending order. They make up a tree
// of their own, whose nodes are the touched ones: each is a node of the old tree, or it is inserted between these.
// Nodes are numbered through all levels here, if not said otherwise. Needs levels.glsl, whose records of the new tree
// are followed by those of the old one. The includer defines CHANGES_AT, a binding, and CHANGES_ACCESS.
layout(std430, binding = CHANGES_AT) restrict CHANGES_ACCESS buffer Changes {
    uint changes[];
};
layout(location = 13) uniform uint u_touched;
layout(location = 14) uniform uint u_inserted;

#define change(section, i) changes[u_first[CHANGES_AT] + (section) + (i)]
// Of touched nodes; one more for each level: see nodes.comp.
#define FIRST_ROWS 0u
// Of touched nodes that are old.
#define NUMBERS (u_touched + u_levels)             // in the new tree
#define OLD_ROWS (NUMBERS + u_touched - u_inserted) // where its first row stands
// Of inserted nodes.
#define PLACES (OLD_ROWS + u_touched - u_inserted) // in the new tree
#define NEW_ROWS (PLACES + u_inserted)             // where its first row stands
#define ENTRIES (NEW_ROWS + u_inserted)            // in the header tables
#define PARENTS (ENTRIES + u_inserted)             // in their level
#define MOVED (PARENTS + u_inserted)               // nodes inserted in the level above before its next old node

uint of_old_level(uint level, uint what) { return of_level(u_levels + 1u + level, what); }
#define FIRST_TOUCHED COLUMN // of an old level
uint inserted_above(uint level) { return of_level(level, FIRST_NODE) - of_old_level(level, FIRST_NODE); }

// The level of an invocation's nodes, which it takes in ascending order.
struct OwnLevel {
    uint number, first, end; // nodes
    uint inserted_above;
};
OwnLevel own_level(uint number) {
    return OwnLevel(number, of_level(number, FIRST_NODE), of_level(number + 1u, FIRST_NODE), inserted_above(number));
}
void go_to(inout OwnLevel own, uint node) {
    while (node >= own.end) {
        ++own.number;
        own.first = own.end;
        own.end = of_level(own.number + 1u, FIRST_NODE);
        own.inserted_above = inserted_above(own.number);
    }
}
