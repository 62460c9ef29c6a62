// Visits the nodes in a box, like box_walk.h. A walk for parts.glsl, whose queries are the low corners.
// Reads 5: the high corners. Coordinates are compared as keys: drivers may flush denormals to zero.
// The host defines BUCKET: subtrees of at most BUCKET nodes are scanned node by node.
// COLLECT: subtrees inside the box are listed node by node, not counted at once.
// The includer defines void take(uint first, uint last), which receives nodes first to last - 1, all inside the box.
#include "points/coordinate.glsl"

layout(std430, binding = 5) readonly buffer HighCorners {
    uint high_corners[];
};

void take(uint first, uint last);

// The sides of the box that points of a subtree may lie beyond, one bit per axis.
struct Sides {
    uint low, high;
};
#define ALL_AXES (0xffffffffu >> (32u - DIMENSIONS))

#define MOST_LEVELS 31
uint t_first[MOST_LEVELS], t_last[MOST_LEVELS], t_axis[MOST_LEVELS]; // stack of right subtrees still to visit
Sides t_sides[MOST_LEVELS];

uint t_low[DIMENSIONS], t_high[DIMENSIONS];
Sides t_open; // of the part

uint key_of(uint node, uint axis) { return key_of_bits(coordinate_of(node, axis)); }

void begin_walk(uint query) {
    for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
        t_low[axis] = key_of_bits(coordinate_of_query(query, axis));
        t_high[axis] = key_of_bits(high_corners[u_first[5] + query * DIMENSIONS + axis]);
    }
    t_open = Sides(ALL_AXES, ALL_AXES);
}

void scan(uint node) {
    for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
        uint key = key_of(node, axis);
        if (key < t_low[axis] || key > t_high[axis])
            return;
    }
    take(node, node + 1u);
}

// The sides of a split that the box reaches. Points equal to the split may be on either side.
struct Reach {
    bool left, right;
};
Reach reach_at(uint root, uint axis) {
    uint split = key_of(root, axis);
    return Reach(t_low[axis] <= split, split <= t_high[axis]);
}

// If the box reaches one side of a split, no point of the other side lies beyond the box's bound there.
Sides left_sides(Sides open, Reach reach, uint axis) {
    return reach.right ? Sides(open.low, open.high & ~(1u << axis)) : open;
}
Sides right_sides(Sides open, Reach reach, uint axis) {
    return reach.left ? Sides(open.low & ~(1u << axis), open.high) : open;
}

bool reaches(Segment part) {
    Segment segment = Segment(0u, u_nodes + 1u);
    uint axis = 0u;
    for (uint level = 0u; level < u_level; ++level) {
        Reach reach = reach_at(root_of(segment), axis);
        bool goes_left = part.first <= root_of(segment);
        if (!(goes_left ? reach.left : reach.right))
            return false;
        t_open = goes_left ? left_sides(t_open, reach, axis) : right_sides(t_open, reach, axis);
        segment = goes_left ? left_of(segment) : right_of(segment);
        axis = next_axis(axis);
    }
    return true;
}

bool walk(uint first, uint last, uint axis) {
    Sides open = t_open;
    uint levels = 0u, steps = 0u;
    for (;;) {
        while (last - first > BUCKET && (open.low | open.high) != 0u) {
            uint root = root_of_nodes(first, last);
            Reach reach = reach_at(root, axis);
            uint next = next_axis(axis);
            if (reach.left && reach.right) {
                scan(root);
                t_first[levels] = root + 1u;
                t_last[levels] = last;
                t_axis[levels] = next;
                t_sides[levels] = right_sides(open, reach, axis);
                ++levels;
            }
            if (reach.left) {
                last = root;
                open = left_sides(open, reach, axis);
            } else {
                first = root + 1u;
            }
            axis = next;
            ++steps;
        }
        bool inside = (open.low | open.high) == 0u;
#if COLLECT
        steps += last - first + 1u;
#else
        steps += inside ? 1u : last - first + 1u;
#endif
        if (steps > u_budget)
            return false;
        if (inside)
            take(first, last);
        else
            for (uint node = first; node < last; ++node)
                scan(node);
        if (levels == 0u)
            return true;
        --levels;
        first = t_first[levels];
        last = t_last[levels];
        axis = t_axis[levels];
        open = t_sides[levels];
    }
}
