#include "scenes/cube/step_view.h"

#include "scenes/cube/words.h"

#include <algorithm>
#include <array>

namespace scanline::view::cube_scene {

namespace {

using Kind = cube::QueryTrace::Step::Kind;

Counters counters_of(const Run& run, const Step& step) {
    const auto level = static_cast<std::size_t>(std::max(step.level, 0));
    const std::int64_t nodes = run.build.tree.levels[level].size();
    const bool leaves = level + 1 == run.levels();
    switch (step.stage) {
    case Phase::input:
    case Phase::before:
    case Phase::asked:
    case Phase::answer: return {};
    case Phase::key: return {0, 0, run.size()};
    case Phase::heads: return {1, run.build.comparisons(0, run.build.first_level.size()), run.size()};
    case Phase::index: return {nodes, 0, run.size()};
    case Phase::header: return {nodes, 0, 0};
    case Phase::roll_up: return {nodes, 0, leaves ? run.size() : 0};
    case Phase::added: return {run.update.added.nodes(), 0, run.further.size()};
    case Phase::merge:
        return {run.update.tree.levels[level].size(), run.update.comparisons[level],
                leaves ? run.all.size() : 0};
    case Phase::new_headers: return {run.update.tree.nodes() - 1, 0, 0};
    case Phase::descend:
    case Phase::look: {
        const cube::QueryTrace::Step& of = run.query.steps[step.step];
        const bool looks = of.kind == Kind::look;
        return {looks || of.met ? 1 : 0, static_cast<std::int64_t>(of.compared.size()),
                looks && of.met ? run.build.tree.levels[of.level].count[of.node] : 0};
    }
    }
    return {};
}

bool is_merged(const Step& step, std::size_t level) {
    return step.stage == Phase::new_headers ||
           (step.stage == Phase::merge && static_cast<int>(level) <= step.level);
}

Role build_role(const Step& step, int level) {
    // The root is made with the heads.
    const int made = step.stage == Phase::heads ? 0 : step.level;
    if (step.stage <= Phase::key || (step.stage <= Phase::index && level > made))
        return Role::absent;
    return level == made ? Role::made : Role::plain;
}

Role update_role(const Step& step, std::size_t level, const cube::UpdateTrace::Source& source) {
    if (is_merged(step, level))
        return source.is_new() ? Role::fresh : source.is_changed() ? Role::changed : Role::plain;
    if (step.stage != Phase::before && source.added != cube::UpdateTrace::none)
        return Role::added;
    return source.is_new() ? Role::absent : Role::plain;
}

/// Marks what a step of the query visits. current: it is the step shown.
void mark(StepView& view, const cube::QueryTrace::Step& of, bool current) {
    const bool descends = of.kind == Kind::descend;
    for (std::size_t i = 0; current && i < of.compared.size(); ++i) {
        const std::size_t level = descends ? of.level : of.level - i;
        view.roles[level][of.compared[i]] = Role::compared;
        if (!descends && i + 1 < of.compared.size())
            view.way.push_back({level, of.compared[i]});
    }
    if (current && !descends && !of.met)
        view.roles[of.level + 1 - of.compared.size()][of.compared.back()] = Role::missed;
    if (descends && !of.met)
        return;
    view.roles[of.level][of.node] = of.met ? Role::met : Role::missed;
    if (descends)
        view.way.push_back({of.level, of.node});
    if (current)
        view.focus = {of.level, of.node};
}

void set_roles(const Run& run, StepView& view) {
    const Step& step = view.step;
    for (std::size_t level = 0; level < run.levels(); ++level) {
        std::vector<Role>& roles = view.roles.emplace_back();
        const auto nodes = static_cast<std::size_t>(run.tree(view.show).levels[level].size());
        for (std::size_t node = 0; node < nodes; ++node)
            roles.push_back(view.show == Show::build ? build_role(step, static_cast<int>(level))
                            : view.show == Show::update
                                ? update_role(step, level, run.update.sources[level][node])
                                : Role::plain);
    }
    if (view.show != Show::query || step.stage == Phase::asked)
        return;
    const bool ended = step.stage == Phase::answer;
    for (std::size_t i = 0; i < (ended ? run.query.steps.size() : step.step + 1); ++i)
        mark(view, run.query.steps[i], !ended && i == step.step);
}

void set_arrays(StepView& view) {
    const Step& step = view.step;
    const auto levels = static_cast<int>(view.roles.size());
    for (int level = 0; level < levels; ++level) {
        const bool built = view.show != Show::build;
        view.linked.push_back(level > 0 && (view.show == Show::query || step.stage == Phase::roll_up ||
                                            step.stage == Phase::new_headers ||
                                            (step.stage == Phase::header && level <= step.level)));
        view.rolled.push_back(built || (step.stage == Phase::roll_up && level >= step.level));
    }
}

} // namespace

Counters& Counters::operator+=(const Counters& other) {
    nodes += other.nodes;
    comparisons += other.comparisons;
    rows += other.rows;
    return *this;
}

std::size_t StepView::level_of_arrays() const {
    return step.level < 0 ? roles.size() - 1 : static_cast<std::size_t>(step.level);
}

std::vector<Step> steps_of_run(const Run& run, Show show) {
    const auto levels = static_cast<int>(run.levels());
    std::vector<Step> steps;
    const auto add_levels = [&](Phase stage, int first) {
        for (int level = first; level < levels; ++level)
            steps.push_back({stage, level});
    };
    switch (show) {
    case Show::build:
        steps = {{Phase::input}, {Phase::key}, {Phase::heads}};
        add_levels(Phase::index, 1);
        add_levels(Phase::header, 1);
        add_levels(Phase::roll_up, 0);
        std::ranges::reverse(steps.end() - levels, steps.end());
        break;
    case Show::update:
        steps = {{Phase::before}, {Phase::added}};
        add_levels(Phase::merge, 0);
        steps.push_back({Phase::new_headers});
        break;
    case Show::query:
        steps = {{Phase::asked, static_cast<int>(run.query.deepest)}};
        for (std::size_t i = 0; i < run.query.steps.size(); ++i) {
            const cube::QueryTrace::Step& of = run.query.steps[i];
            steps.push_back(
                {of.kind == Kind::descend ? Phase::descend : Phase::look, static_cast<int>(of.level), i});
        }
        steps.push_back({Phase::answer, static_cast<int>(run.query.deepest)});
        break;
    }
    return steps;
}

StepView step_view(const Run& run, Show show, int step) {
    const std::vector<Step> steps = steps_of_run(run, show);
    StepView view;
    view.show = show;
    view.step = steps[static_cast<std::size_t>(step)];
    for (int i = 0; i <= step; ++i) {
        view.now = counters_of(run, steps[static_cast<std::size_t>(i)]);
        view.so_far += view.now;
    }
    set_roles(run, view);
    set_arrays(view);
    view.title = title_of(run, view.step);
    view.sentence = sentence_of(run, view.step);
    return view;
}

Counters counters_of_all(const Run& run, Show show) {
    Counters all;
    for (const Step& step : steps_of_run(run, show))
        all += counters_of(run, step);
    return all;
}

cube::Cell cell_at(const Run& run, const StepView& view, Node at) {
    if (view.show != Show::update || is_merged(view.step, at.level))
        return run.tree(view.show).levels[at.level].cell(at.node);
    const cube::UpdateTrace::Source source = run.update.sources[at.level][at.node];
    if (source.is_new())
        return {0, {0}};
    return run.build.tree.levels[at.level].cell(source.before);
}

} // namespace scanline::view::cube_scene
