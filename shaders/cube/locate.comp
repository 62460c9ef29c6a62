#version 430
// Finds the nodes that a query must scan: descends from the root while each level has one code, then takes the side
// links or the nodes of the deepest level with a condition, whichever are fewer.
// Reads 0: request, 1: keys, 2: first children, 3: header tables, 4: side links. Writes 5: the request's runs.
#include "compute/kernel.glsl"
#include "compute/items.glsl"
#include "cube/request.glsl"

layout(std430, binding = 1) readonly buffer Keys {
    uint keys[];
};
layout(std430, binding = 2) readonly buffer FirstChildren {
    uint first_children[];
};
layout(std430, binding = 3) readonly buffer Headers {
    uint headers[];
};
layout(std430, binding = 4) readonly buffer SideLinks {
    uint side_links[];
};
layout(std430, binding = 5) writeonly buffer Runs {
    uint runs[];
};

uint first_child(uint level, uint node) {
    return first_children[u_first[2] + of_level(level, FIRST_NODE) + level + node];
}

// Returns the first place in [first, end) of an ascending array whose element is not less.
#define FIRST_NOT_LESS(name, array, binding) \
    uint name(uint base, uint first, uint end, uint value) { \
        while (first < end) { \
            uint middle = first + (end - first) / 2u; \
            if (array[u_first[binding] + base + middle] < value) \
                first = middle + 1u; \
            else \
                end = middle; \
        } \
        return first; \
    }
FIRST_NOT_LESS(first_key, keys, 1)
FIRST_NOT_LESS(first_link, side_links, 4)

Run side_links_of(uint condition, Run run) {
    uint header = u_first[3] + of_level(run.level, FIRST_HEADER);
    uint least = least_code(condition), greatest = greatest_code(condition);
    if (least > greatest)
        return Run(0u, 0u, run.level, run.prefix, 0u, 0u);
    run.first = headers[header + least];
    run.end = headers[header + greatest + 1u];
    if (is_one_code(condition)) {
        uint base = of_level(run.level, FIRST_NODE), end = run.end;
        run.first = first_link(base, run.first, end, run.least_node);
        run.end = first_link(base, run.first, end, run.end_node);
    }
    return run;
}

Run locate(uint query) {
    uint deepest = 0u;
    for (uint level = 1u; level < u_levels; ++level)
        if (condition_of(query, level) != ANY_CODE)
            deepest = level;
    uint node = 0u, level = 0u;
    for (; level < deepest; ++level) {
        uint code = condition_of(query, level + 1u);
        if (!is_one_code(code))
            break;
        uint end = first_child(level, node + 1u), base = of_level(level + 1u, FIRST_NODE);
        node = first_key(base, first_child(level, node), end, code);
        if (node == end || keys[u_first[1] + base + node] != code)
            return Run(0u, 0u, deepest, deepest, 0u, 0u);
    }
    uint first = node, end = node + 1u;
    for (uint below = level; below < deepest; ++below) {
        first = first_child(below, first);
        end = first_child(below, end);
    }
    Run nodes = Run(first, end, deepest, level, first, end);
    if (level == deepest)
        return nodes;
    Run links = side_links_of(condition_of(query, deepest), nodes);
    if (links.end - links.first <= end - first)
        return links;
    nodes.level |= NODES_RUN;
    return nodes;
}

void main() {
    uint n = length_of_input();
    for (uint k = 0u; k < ITEMS; ++k) {
        uint query = own_item(k);
        if (query < n) {
            Run run = locate(query);
            uint at = u_first[5] + query * RUN_WORDS;
            runs[at] = run.first;
            runs[at + 1u] = run.end;
            runs[at + 2u] = run.level;
            runs[at + 3u] = run.prefix;
            runs[at + 4u] = run.least_node;
            runs[at + 5u] = run.end_node;
        }
    }
}
