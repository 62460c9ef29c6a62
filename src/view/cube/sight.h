#pragma once
#include "cube/run.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// The steps of builds, then those of updates and of queries.
enum class CubeStage {
    input,
    key,
    heads,
    index,   ///< once for each level from 1 on
    header,  ///< the same
    roll_up, ///< once for each level from the last to 0
    before,  ///< the tree, and the further rows
    added,   ///< their tree
    merge,   ///< once for each level
    new_headers,
    asked,   ///< the tree, and the query
    descend, ///< once for each step of QueryTrace
    look,    ///< the same
    answer,
};

std::string_view to_string(CubeStage stage); ///< "input", "key" ...

struct CubeStep {
    CubeStage stage = CubeStage::input;
    int level = -1;       ///< -1: the step is about none
    std::size_t step = 0; ///< of QueryTrace
};

/// The role of a node at a step, which selects its look.
enum class CubeRole {
    absent, ///< not there yet
    plain,
    made,     ///< the step makes it, links it or rolls it up
    added,    ///< the further rows have it, too; not merged yet
    fresh,    ///< new by the update
    changed,  ///< counts more rows by the update
    compared, ///< the step compares its key
    met,      ///< on the way of the query, or counted
    missed,   ///< looked at in vain
};

struct CubeCounters {
    std::int64_t nodes = 0, comparisons = 0, rows = 0;

    CubeCounters& operator+=(const CubeCounters& other);
};

/// What the middle shows at a step.
struct CubeSight {
    CubeStep step;
    CubeShow show = CubeShow::build;
    std::string title, sentence;
    CubeCounters now, so_far;
    std::vector<std::vector<CubeRole>> roles; ///< [level][node], of CubeRun::tree()
    std::vector<bool> linked;                 ///< of levels: side links and header table are there
    std::vector<bool> rolled;                 ///< counts and values are there
    std::vector<CubeNode> way;                ///< nodes whose edge to their parent the query goes along
    std::optional<CubeNode> focus;            ///< the node that the step is about

    bool has_order() const { return step.stage != CubeStage::input; }
    CubeRole role(CubeNode at) const { return roles[at.level][at.node]; }
    /// The level whose arrays are shown if no node is pinned.
    std::size_t level_of_arrays() const;
};

std::vector<CubeStep> cube_steps(const CubeRun& run, CubeShow show);
CubeSight cube_sight(const CubeRun& run, CubeShow show, int step);

/// What a node counts at a step: of an update, before or after it.
cube::Cell cell_at(const CubeRun& run, const CubeSight& sight, CubeNode at);

} // namespace scanline::view
