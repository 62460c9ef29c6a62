#include "cube/sight.h"

#include "cube/words.h"

#include <algorithm>
#include <array>

namespace scanline::view {

namespace {

using Kind = cube::QueryTrace::Step::Kind;

CubeCounters counters_of(const CubeRun& run, const CubeStep& step) {
    const auto level = static_cast<std::size_t>(std::max(step.level, 0));
    const std::int64_t nodes = run.build.tree.levels[level].size();
    const bool leaves = level + 1 == run.levels();
    switch (step.stage) {
    case CubeStage::input:
    case CubeStage::before:
    case CubeStage::asked:
    case CubeStage::answer: return {};
    case CubeStage::key: return {0, 0, run.size()};
    case CubeStage::heads: return {1, run.build.comparisons(0, run.build.first_level.size()), run.size()};
    case CubeStage::index: return {nodes, 0, run.size()};
    case CubeStage::header: return {nodes, 0, 0};
    case CubeStage::roll_up: return {nodes, 0, leaves ? run.size() : 0};
    case CubeStage::added: return {run.update.added.nodes(), 0, run.further.size()};
    case CubeStage::merge:
        return {run.update.tree.levels[level].size(), run.update.comparisons[level],
                leaves ? run.all.size() : 0};
    case CubeStage::new_headers: return {run.update.tree.nodes() - 1, 0, 0};
    case CubeStage::descend:
    case CubeStage::look: {
        const cube::QueryTrace::Step& of = run.query.steps[step.step];
        const bool looks = of.kind == Kind::look;
        return {looks || of.met ? 1 : 0, static_cast<std::int64_t>(of.compared.size()),
                looks && of.met ? run.build.tree.levels[of.level].count[of.node] : 0};
    }
    }
    return {};
}

bool is_merged(const CubeStep& step, std::size_t level) {
    return step.stage == CubeStage::new_headers ||
           (step.stage == CubeStage::merge && static_cast<int>(level) <= step.level);
}

CubeRole build_role(const CubeStep& step, int level) {
    // The root is made with the heads.
    const int made = step.stage == CubeStage::heads ? 0 : step.level;
    if (step.stage <= CubeStage::key || (step.stage <= CubeStage::index && level > made))
        return CubeRole::absent;
    return level == made ? CubeRole::made : CubeRole::plain;
}

CubeRole update_role(const CubeStep& step, std::size_t level, const cube::UpdateTrace::Source& source) {
    if (is_merged(step, level))
        return source.is_new() ? CubeRole::fresh : source.is_changed() ? CubeRole::changed : CubeRole::plain;
    if (step.stage != CubeStage::before && source.added != cube::UpdateTrace::none)
        return CubeRole::added;
    return source.is_new() ? CubeRole::absent : CubeRole::plain;
}

/// Marks what a step of the query visits. current: it is the step shown.
void mark(CubeSight& sight, const cube::QueryTrace::Step& of, bool current) {
    const bool descends = of.kind == Kind::descend;
    for (std::size_t i = 0; current && i < of.compared.size(); ++i) {
        const std::size_t level = descends ? of.level : of.level - i;
        sight.roles[level][of.compared[i]] = CubeRole::compared;
        if (!descends && i + 1 < of.compared.size())
            sight.way.push_back({level, of.compared[i]});
    }
    if (current && !descends && !of.met)
        sight.roles[of.level + 1 - of.compared.size()][of.compared.back()] = CubeRole::missed;
    if (descends && !of.met)
        return;
    sight.roles[of.level][of.node] = of.met ? CubeRole::met : CubeRole::missed;
    if (descends)
        sight.way.push_back({of.level, of.node});
    if (current)
        sight.focus = {of.level, of.node};
}

void set_roles(const CubeRun& run, CubeSight& sight) {
    const CubeStep& step = sight.step;
    for (std::size_t level = 0; level < run.levels(); ++level) {
        std::vector<CubeRole>& roles = sight.roles.emplace_back();
        const auto nodes = static_cast<std::size_t>(run.tree(sight.show).levels[level].size());
        for (std::size_t node = 0; node < nodes; ++node)
            roles.push_back(sight.show == CubeShow::build ? build_role(step, static_cast<int>(level))
                            : sight.show == CubeShow::update
                                ? update_role(step, level, run.update.sources[level][node])
                                : CubeRole::plain);
    }
    if (sight.show != CubeShow::query || step.stage == CubeStage::asked)
        return;
    const bool ended = step.stage == CubeStage::answer;
    for (std::size_t i = 0; i < (ended ? run.query.steps.size() : step.step + 1); ++i)
        mark(sight, run.query.steps[i], !ended && i == step.step);
}

void set_arrays(CubeSight& sight) {
    const CubeStep& step = sight.step;
    const auto levels = static_cast<int>(sight.roles.size());
    for (int level = 0; level < levels; ++level) {
        const bool built = sight.show != CubeShow::build;
        sight.linked.push_back(level > 0 &&
                               (sight.show == CubeShow::query || step.stage == CubeStage::roll_up ||
                                step.stage == CubeStage::new_headers ||
                                (step.stage == CubeStage::header && level <= step.level)));
        sight.rolled.push_back(built || (step.stage == CubeStage::roll_up && level >= step.level));
    }
}

} // namespace

CubeCounters& CubeCounters::operator+=(const CubeCounters& other) {
    nodes += other.nodes;
    comparisons += other.comparisons;
    rows += other.rows;
    return *this;
}

std::size_t CubeSight::level_of_arrays() const {
    return step.level < 0 ? roles.size() - 1 : static_cast<std::size_t>(step.level);
}

std::vector<CubeStep> cube_steps(const CubeRun& run, CubeShow show) {
    const auto levels = static_cast<int>(run.levels());
    std::vector<CubeStep> steps;
    const auto add_levels = [&](CubeStage stage, int first) {
        for (int level = first; level < levels; ++level)
            steps.push_back({stage, level});
    };
    switch (show) {
    case CubeShow::build:
        steps = {{CubeStage::input}, {CubeStage::key}, {CubeStage::heads}};
        add_levels(CubeStage::index, 1);
        add_levels(CubeStage::header, 1);
        add_levels(CubeStage::roll_up, 0);
        std::ranges::reverse(steps.end() - levels, steps.end());
        break;
    case CubeShow::update:
        steps = {{CubeStage::before}, {CubeStage::added}};
        add_levels(CubeStage::merge, 0);
        steps.push_back({CubeStage::new_headers});
        break;
    case CubeShow::query:
        steps = {{CubeStage::asked, static_cast<int>(run.query.deepest)}};
        for (std::size_t i = 0; i < run.query.steps.size(); ++i) {
            const cube::QueryTrace::Step& of = run.query.steps[i];
            steps.push_back({of.kind == Kind::descend ? CubeStage::descend : CubeStage::look,
                             static_cast<int>(of.level), i});
        }
        steps.push_back({CubeStage::answer, static_cast<int>(run.query.deepest)});
        break;
    }
    return steps;
}

CubeSight cube_sight(const CubeRun& run, CubeShow show, int step) {
    const std::vector<CubeStep> steps = cube_steps(run, show);
    CubeSight sight;
    sight.show = show;
    sight.step = steps[static_cast<std::size_t>(step)];
    for (int i = 0; i <= step; ++i) {
        sight.now = counters_of(run, steps[static_cast<std::size_t>(i)]);
        sight.so_far += sight.now;
    }
    set_roles(run, sight);
    set_arrays(sight);
    sight.title = cube_title(run, sight.step);
    sight.sentence = cube_sentence(run, sight.step);
    return sight;
}

cube::Cell cell_at(const CubeRun& run, const CubeSight& sight, CubeNode at) {
    if (sight.show != CubeShow::update || is_merged(sight.step, at.level))
        return run.tree(sight.show).levels[at.level].cell(at.node);
    const cube::UpdateTrace::Source source = run.update.sources[at.level][at.node];
    if (source.is_new())
        return {0, {0}};
    return run.build.tree.levels[at.level].cell(source.before);
}

} // namespace scanline::view
