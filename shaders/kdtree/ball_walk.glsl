// Goes through the nodes around a query, near subtrees first, but for subtrees that lie outside of a ball: as
// ball_walk.h, which says why none is left out that has a point of interest. A walk of parts.glsl. Needs
// distance.glsl.
// The host defines BUCKET: subtrees of at most so many nodes are looked through node by node.
// Whoever includes this defines Distance limit(), the greatest distance that is of interest, and
// void offer(Distance distance, uint node), which gets every node that is looked at.
Distance limit();
void offer(Distance distance, uint node);

layout(location = 16) uniform uint u_radius_low; // squared, as words
layout(location = 17) uniform uint u_radius_high;
#if FLOATS
#define SQUARED_RADIUS u_radius_low
#else
#define SQUARED_RADIUS uvec2(u_radius_low, u_radius_high)
#endif

// On the way lie subtrees on the other side of a split, and behind them what their gap is to be again.
#define MOST_LEVELS 31
#define AXES 63u
#define LEFT 64u    // the subtree is the left side
#define RESTORE 128u // it has been gone through
uint t_first[MOST_LEVELS], t_last[MOST_LEVELS], t_what[MOST_LEVELS];
Words t_gap_there[MOST_LEVELS];

Coordinate t_query[DIMENSIONS];
Words t_gaps[DIMENSIONS]; // squared, from the query to where the subtree begins, along each axis

// Of few axes by comparisons, which leave arrays in registers.
Coordinate query_on(uint axis) {
#if DIMENSIONS <= 4
    Coordinate value = t_query[0];
    for (uint a = 1u; a < DIMENSIONS; ++a)
        value = a == axis ? t_query[a] : value;
    return value;
#else
    return t_query[axis];
#endif
}

// Gives what it was.
Words exchange_gap(uint axis, Words gap) {
#if DIMENSIONS <= 4
    Words before = t_gaps[0];
    for (uint a = 0u; a < DIMENSIONS; ++a) {
        before = a == axis ? t_gaps[a] : before;
        t_gaps[a] = a == axis ? gap : t_gaps[a];
    }
    return before;
#else
    Words before = t_gaps[axis];
    t_gaps[axis] = gap;
    return before;
#endif
}

Distance bound() {
    precise Distance sum = Distance(0);
    for (uint axis = 0u; axis < DIMENSIONS; ++axis)
        sum += distance_of(t_gaps[axis]);
    return sum;
}

void scan(uint node) {
    precise Distance sum = Distance(0);
    for (uint axis = 0u; axis < DIMENSIONS; ++axis)
        sum += squared_difference(t_query[axis], coordinate_of(node, axis));
    offer(sum < INFINITE_DISTANCE ? sum : INFINITE_DISTANCE, node);
}

void begin_walk(uint query) {
    for (uint axis = 0u; axis < DIMENSIONS; ++axis) {
        t_query[axis] = coordinate_of_query(query, axis);
        t_gaps[axis] = words_of(Distance(0));
    }
}

// The gap to the other side of a split on this axis.
Words gap_over(uint axis, Coordinate split) {
    Distance gap = squared_difference(query_on(axis), split);
    return words_of(gap >= Distance(0) ? gap : Distance(0));
}

bool reaches(Segment part) {
    Segment segment = Segment(0u, u_nodes + 1u);
    uint axis = 0u;
    for (uint level = 0u; level < u_level; ++level) {
        Coordinate split = coordinate_of(root_of(segment), axis);
        bool is_left = query_on(axis) < split;
        bool goes_left = part.first <= root_of(segment);
        if (is_left != goes_left)
            exchange_gap(axis, gap_over(axis, split));
        segment = goes_left ? left_of(segment) : right_of(segment);
        axis = next_axis(axis);
    }
    return bound() <= limit();
}

bool walk(uint first, uint last, uint axis) {
    uint levels = 0u, steps = 0u;
    for (;;) {
        while (last - first > BUCKET) {
            uint root = root_of_nodes(first, last);
            Coordinate split = coordinate_of(root, axis);
            bool is_left = query_on(axis) < split;
            t_first[levels] = is_left ? root + 1u : first;
            t_last[levels] = is_left ? last : root;
            t_what[levels] = is_left ? axis : axis | LEFT;
            t_gap_there[levels] = gap_over(axis, split);
            ++levels;
            if (is_left)
                last = root;
            else
                first = root + 1u;
            axis = next_axis(axis);
            ++steps;
        }
        steps += last - first + 1u;
        if (steps > u_budget)
            return false;
        for (uint node = first; node < last; ++node)
            scan(node);
        // Back to the last subtree on the other side that the ball reaches.
        for (;;) {
            if (levels == 0u)
                return true;
            --levels;
            axis = t_what[levels] & AXES;
            Words gap = exchange_gap(axis, t_gap_there[levels]);
            if ((t_what[levels] & RESTORE) != 0u)
                continue;
            if (bound() <= limit()) {
                first = t_first[levels];
                last = t_last[levels];
                scan((t_what[levels] & LEFT) != 0u ? last : first - 1u);
                t_what[levels] = axis | RESTORE;
                t_gap_there[levels] = gap;
                ++levels;
                axis = next_axis(axis);
                break;
            }
            exchange_gap(axis, gap);
        }
    }
}
