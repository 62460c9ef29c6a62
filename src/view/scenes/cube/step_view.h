#pragma once
#include "scanline/core/named.h"
#include "scenes/cube/run.h"

#include <string>
#include <vector>

namespace scanline::view::cube_scene {

/// The stages of builds, then of updates, then of queries.
enum class Phase {
    input,
    key,
    heads,
    index,   ///< for each level from 1 down
    header,  ///< the same
    roll_up, ///< for each level, from the leaves to the root
    before,  ///< the tree, and the further rows
    added,   ///< the tree of the further rows
    merge,   ///< for each level
    new_headers,
    asked,   ///< the tree, and the query
    descend, ///< for each such step of QueryTrace
    look,    ///< the same
    answer,
};
constexpr auto table_of(Phase) {
    using enum Phase;
    return named<Phase>({{input, "input"},
                         {key, "key"},
                         {heads, "heads"},
                         {index, "index"},
                         {header, "header"},
                         {roll_up, "roll-up"},
                         {before, "before"},
                         {added, "added"},
                         {merge, "merge"},
                         {new_headers, "new-headers"},
                         {asked, "asked"},
                         {descend, "descend"},
                         {look, "look"},
                         {answer, "answer"}});
}
using scanline::to_string;

struct Step {
    Phase stage = Phase::input;
    int level = -1;       ///< -1: none
    std::size_t step = 0; ///< of QueryTrace
};

/// The role of a node at a step, which selects its look.
enum class Role {
    absent, ///< not there yet
    plain,
    made,     ///< the step makes it, links it or rolls it up
    added,    ///< the further rows have it; not merged yet
    fresh,    ///< added by the update
    changed,  ///< has more rows after the update
    compared, ///< the step compares its key
    met,      ///< on the path of the query, or counted
    missed,   ///< visited, but not counted
};

struct Counters {
    std::int64_t nodes = 0, comparisons = 0, rows = 0;

    Counters& operator+=(const Counters& other);
};

/// The state of the picture at a step.
struct StepView {
    Step step;
    Show show = Show::build;
    std::string title, sentence;
    Counters now, so_far;
    std::vector<std::vector<Role>> roles; ///< [level][node], of Run::tree()
    std::vector<bool> linked;             ///< [level] has side links and header table
    std::vector<bool> rolled;             ///< [level] has counts and values
    std::vector<Node> way;                ///< nodes whose edge to their parent the query takes
    std::optional<Node> focus;            ///< the node that the step is about

    Role role(Node at) const { return roles[at.level][at.node]; }
    /// The level whose arrays are shown if no node is pinned.
    std::size_t level_of_arrays() const;
};

std::vector<Step> steps_of_run(const Run& run, Show show);
StepView step_view(const Run& run, Show show, int step);
Counters counters_of_all(const Run& run, Show show);

/// Returns the aggregates of a node at a step, for an update before or after its merge.
cube::Cell cell_at(const Run& run, const StepView& view, Node at);

} // namespace scanline::view::cube_scene
