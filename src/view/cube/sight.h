#pragma once
#include "cube/run.h"
#include "scanline/core/named.h"

#include <string>
#include <vector>

namespace scanline::view {

/// The stages of builds, then of updates, then of queries.
enum class CubeStage {
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
constexpr auto table_of(CubeStage) {
    using enum CubeStage;
    return named<CubeStage>({{input, "input"},
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

struct CubeStep {
    CubeStage stage = CubeStage::input;
    int level = -1;       ///< -1: none
    std::size_t step = 0; ///< of QueryTrace
};

/// The role of a node at a step, which selects its look.
enum class CubeRole {
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

struct CubeCounters {
    std::int64_t nodes = 0, comparisons = 0, rows = 0;

    CubeCounters& operator+=(const CubeCounters& other);
};

/// The state of the picture at a step.
struct CubeSight {
    CubeStep step;
    CubeShow show = CubeShow::build;
    std::string title, sentence;
    CubeCounters now, so_far;
    std::vector<std::vector<CubeRole>> roles; ///< [level][node], of CubeRun::tree()
    std::vector<bool> linked;                 ///< [level] has side links and header table
    std::vector<bool> rolled;                 ///< [level] has counts and values
    std::vector<CubeNode> way;                ///< nodes whose edge to their parent the query takes
    std::optional<CubeNode> focus;            ///< the node that the step is about

    CubeRole role(CubeNode at) const { return roles[at.level][at.node]; }
    /// The level whose arrays are shown if no node is pinned.
    std::size_t level_of_arrays() const;
};

std::vector<CubeStep> cube_steps(const CubeRun& run, CubeShow show);
CubeSight cube_sight(const CubeRun& run, CubeShow show, int step);

/// Returns the aggregates of a node at a step, for an update before or after its merge.
cube::Cell cell_at(const CubeRun& run, const CubeSight& sight, CubeNode at);

} // namespace scanline::view
