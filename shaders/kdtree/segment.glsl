// The segments of a tree level: the ranges left to split between the nodes of the levels above. They are measured
// in cells: each cell is a node at its place in the order of the tree, with one extra cell after the last node.
// Then a cell of a higher level follows every segment, and counts as the segment's last cell. Of c cells, the left
// side has c / 2, and its last cell is the root.
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

// Segment `number` of a level in a tree with `cells` cells.
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

// The number, within its level, of the segment that contains a cell.
uint number_at(uint cell, uint level, uint cells) {
    Segment segment = Segment(0u, cells);
    uint number = 0u;
    for (; level > 0u; --level) {
        bool is_right = cell > last_cell(left_of(segment));
        number = number << 1 | (is_right ? 1u : 0u);
        if (is_right)
            segment = right_of(segment);
        else
            segment = left_of(segment);
    }
    return number;
}
