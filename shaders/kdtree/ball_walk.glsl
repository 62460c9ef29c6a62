// Visits the nodes around a query, near subtrees first, and skips subtrees outside a ball, like ball_walk.h, which
// shows that no point of interest is skipped. A walk for parts.glsl. Needs distance.glsl.
// The host defines BUCKET: subtrees of at most BUCKET nodes are scanned node by node.
// The includer defines Distance limit(), the greatest distance of interest, and
// void offer(Distance distance, uint node), which receives every node visited.
Distance limit();
void offer(Distance distance, uint node);

layout(location = 16) uniform uint u_radius_low; // squared, as words
layout(location = 17) uniform uint u_radius_high;
#if FLOATS
#define SQUARED_RADIUS u_radius_low
#else
#define SQUARED_RADIUS uvec2(u_radius_low, u_radius_high)
#endif

// Stack of subtrees on the far sides of splits; once a subtree is walked, its entry holds the gap to restore.
#define MOST_LEVELS 31
#define AXES 63u
#define LEFT 64u    // the subtree is the left side
#define RESTORE 128u // the subtree has been walked
uint t_first[MOST_LEVELS], t_last[MOST_LEVELS], t_what[MOST_LEVELS];
Words t_gap_there[MOST_LEVELS];

Coordinate t_query[DIMENSIONS];
Words t_gaps[DIMENSIONS]; // squared distance from the query to the subtree along each axis

// Few axes are selected by comparisons, which keep arrays in registers.
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

// Returns the previous gap.
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

// The squared gap to the far side of a split on this axis.
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
        // Back to the last far subtree that the ball reaches.
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
