// The segments of a level of the tree: what is left to split between the nodes of the levels above. They are
// counted in cells, a node and its place in the order of the tree each, with one more cell behind the last node:
// then every segment is followed by a cell that belongs to a level above, which is counted as its last one. The
// left side of c cells has c / 2, and its last cell is the root.
struct Segment {
    uint first, cells;
};

uint last_cell(Segment segment) { return segment.first + segment.cells - 1u; }
uint root_of(Segment segment) { return segment.first + segment.cells / 2u - 1u; }

Segment left_of(Segment segment) { return Segment(segment.first, segment.cells / 2u); }
Segment right_of(Segment segment) {
    uint left = segment.cells / 2u;
    return Segment(segment.first + left, segment.cells - left);
}

// Segment `number` of a level of a tree with so many cells.
Segment segment_of_level(uint number, uint level, uint cells) {
    Segment segment = Segment(0u, cells);
    while (level > 0u) {
        --level;
        if ((number >> level & 1u) != 0u)
            segment = right_of(segment);
        else
            segment = left_of(segment);
    }
    return segment;
}
