#version 430
// Online cubing: a group scans the run of a query, climbs from each node past all levels with conditions, and adds up
// the nodes that meet all of them. A dispatch scans at most u_part nodes of a run, from u_begin on.
// Reads 0: request, 1: keys, 2: parents, 3: side links, 4: counts, 5: values. Adds to 6: cells.
#define COUNTS_AT 4
#define VALUES_AT 5
#define RESULTS_AT 6
#include "compute/kernel.glsl"
#include "cube/request.glsl"
#include "cube/fold.glsl"
#include "cube/measures.glsl"
#include "cube/cell.glsl"

layout(std430, binding = 1) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 2) readonly buffer Parents {
    uint parents[];
};
layout(std430, binding = 3) readonly buffer SideLinks {
    uint side_links[];
};
layout(location = 19) uniform uint u_begin;
layout(location = 20) uniform uint u_part;

shared uint s_conditions[32];
shared uint s_counts[GROUP];
shared uvec2 s_values[GROUP];

bool meets_all(uint node, uint level, uint prefix) {
    for (; level > prefix; --level) {
        uint at = of_level(level, FIRST_NODE) + node;
        uint condition = s_conditions[level - 1u];
        if (condition != ANY_CODE && !meets(keys[u_first[1] + at], condition))
            return false;
        node = parents[u_first[2] + at];
    }
    return true;
}

Cell add_own_nodes(Run run, bool takes_nodes) {
    Cell cell = no_rows();
    uint base = of_level(run.level, FIRST_NODE), end = run.first + min(run.end - run.first, u_begin + u_part);
    for (uint i = run.first + u_begin + gl_LocalInvocationIndex; i < end; i += GROUP) {
        uint node = takes_nodes ? i : side_links[u_first[3] + base + i];
        if (node >= run.least_node && node < run.end_node && meets_all(node, run.level, run.prefix))
            add_node(cell, base + node);
    }
    return cell;
}

// The first invocation gets the total.
void add_up(inout Cell cell) {
    uint lane = gl_LocalInvocationIndex;
    s_counts[lane] = cell.count;
    for (uint half_size = GROUP / 2u; half_size > 0u; half_size /= 2u) {
        barrier();
        if (lane < half_size)
            s_counts[lane] += s_counts[lane + half_size];
    }
    cell.count = s_counts[0];
    for (uint m = 0u; m < MEASURES; ++m) {
        s_values[lane] = cell.values[m];
        for (uint half_size = GROUP / 2u; half_size > 0u; half_size /= 2u) {
            barrier();
            if (lane < half_size)
                s_values[lane] = folded(folds[m], s_values[lane], s_values[lane + half_size]);
        }
        if (lane == 0u)
            cell.values[m] = s_values[0];
        barrier();
    }
}

void main() {
    uint n = length_of_input(), query = group_index();
    bool looks = query < n;
    Run run = Run(0u, 0u, 0u, 0u, 0u, 0u);
    if (looks) {
        query += u_first_query;
        run = run_of(query);
        looks = !is_answer(run) && run.first + u_begin < run.end;
    }
    if (looks && gl_LocalInvocationIndex < u_levels - 1u)
        s_conditions[gl_LocalInvocationIndex] = condition_of(query, gl_LocalInvocationIndex + 1u);
    barrier();
    if (looks) {
        bool takes_nodes = (run.level & NODES_RUN) != 0u;
        run.level &= ~NODES_RUN;
        Cell cell = add_own_nodes(run, takes_nodes);
        add_up(cell);
        if (gl_LocalInvocationIndex == 0u) {
            Cell before = load_cell(query);
            cell.count += before.count;
            for (uint m = 0u; m < MEASURES; ++m)
                cell.values[m] = folded(folds[m], cell.values[m], before.values[m]);
            store_cell(query, cell);
        }
    }
}
