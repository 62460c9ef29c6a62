// The changes that update_nodes.comp finds. Sorted, the new rows form a tree of their own. An update touches the nodes
// of that tree: the old tree has some of them, the others are inserted. Numbers of nodes count through all levels,
// except PARENTS and MOVED. Needs levels.glsl, with the records of the new tree, then those of the old one. The includer
// defines CHANGES_AT, a binding, and CHANGES_ACCESS.
layout(std430, binding = CHANGES_AT) restrict CHANGES_ACCESS buffer Changes {
    uint changes[];
};
layout(location = 13) uniform uint u_touched;
layout(location = 14) uniform uint u_inserted;

#define change(section, i) changes[u_first[CHANGES_AT] + (section) + (i)]
// One element for each touched node, and one more for each level: the first of its new rows.
#define FIRST_ROWS 0u
// One for each touched node that the old tree has.
#define NUMBERS (u_touched + u_levels)              // its number in the new tree
#define OLD_ROWS (NUMBERS + u_touched - u_inserted) // its index in FIRST_ROWS
// One for each inserted node.
#define PLACES (OLD_ROWS + u_touched - u_inserted) // its number in the new tree, ascending
#define NEW_ROWS (PLACES + u_inserted)             // its index in FIRST_ROWS
#define ENTRIES (NEW_ROWS + u_inserted)            // its entry in the header tables
#define PARENTS (ENTRIES + u_inserted)             // its parent
#define MOVED (PARENTS + u_inserted)               // how many nodes are inserted above, up to its parent

uint of_old_level(uint level, uint what) { return of_level(u_levels + 1u + level, what); }
#define FIRST_TOUCHED COLUMN // of an old level
uint inserted_above(uint level) { return of_level(level, FIRST_NODE) - of_old_level(level, FIRST_NODE); }

// The level of a node. An invocation goes through its nodes in ascending order.
struct OwnLevel {
    uint number, first, end; // nodes
    uint inserted_above;
};
OwnLevel own_level(uint number) {
    return OwnLevel(number, of_level(number, FIRST_NODE), of_level(number + 1u, FIRST_NODE), inserted_above(number));
}
// Needs variables: llvmpipe (Mesa 22.3) reuses what lanes loaded in the last test of such a loop, also for lanes that
// left it before.
void go_to(inout OwnLevel own, uint node) {
    while (node >= own.end) {
        ++own.number;
        own.first = own.end;
        own.end = of_level(own.number + 1u, FIRST_NODE);
        own.inserted_above = inserted_above(own.number);
    }
}
