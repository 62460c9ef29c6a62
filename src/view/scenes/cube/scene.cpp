#include "kit/job.h"
#include "kit/stage.h"
#include "scanline/core/format.h"
#include "scenes/cube/drawing.h"
#include "scenes/cube/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view::cube_scene {

namespace {

constexpr std::array<std::pair<int, const char*>, 4> row_numbers{
    {{12, "12"}, {24, "24"}, {40, "40"}, {64, "64"}}};

/// Steps through a build, a query or an update, and measures builds of many rows.
class Story {
public:
    using Setup = cube_scene::Setup;
    using Run = cube_scene::Run;
    using StepView = cube_scene::StepView;
    using Check = cube_scene::Check;
    using Measured = cube_scene::Measured;
    using Steps = StepCount;
    using At = Shown<Story>;

    static constexpr StoryTexts texts{
        .scene = {.name = "cube",
                  .title = "Data cubes, level by level",
                  .summary =
                      "Rows become an H-tree, which answers queries for cells of a data cube, and grows with "
                      "further rows.",
                  .group = "Data analysis",
                  .highlights =
                      "An H-tree that grows level by level; a cell found node by node; rows merged into it."},
        .none = "There are no rows yet.",
        .empty = "There are no rows.",
        .checking = "Compute shaders build, update and query the tree too, to be compared with the CPU's.",
        .failed = "The tree could not be built on the GPU: see the log."};

    static Work<Run> make(const Setup& setup, const std::shared_ptr<const Run>& /*before*/, bool /*reread*/) {
        return {"building an H-tree", "building the tree",
                [setup](WorkerContext& context) { return run_cube(setup, context.cancel_hook()); }};
    }
    static Work<Check> check(const Setup& /*setup*/, const std::shared_ptr<const Run>& run) {
        return {"building an H-tree on the GPU", "building it on the GPU", [run](WorkerContext& context) {
                    return check_on_gpu(context.machine(), *run, context.cancel_hook());
                }};
    }
    static Work<Measured> measure(const Setup& setup, const std::shared_ptr<const Run>& /*run*/) {
        if (!setup.timed)
            return {};
        return {"measuring builds of H-trees", "measuring", [setup](WorkerContext& context) {
                    const auto progress = [&](double part) {
                        context.progress(part, "measuring builds of H-trees");
                    };
                    return measure_cube(context.machine(), setup, progress, context.cancel_hook());
                }};
    }

    static bool same_steps(const Setup& now, const Setup& before) { return before.show == now.show; }
    static bool same_check(const Setup& /*now*/, const Setup& /*before*/) { return true; }
    static bool same_measured(const Setup& now, const Setup& before) {
        return before.timed == now.timed && before.measured == now.measured;
    }

    static Steps steps_of(const Setup& setup, const Run& run) {
        return {static_cast<int>(steps_of_run(run, setup.show).size())};
    }
    static StepView view_of(const Setup& setup, const Run& run, const Steps& /*steps*/, int step) {
        return step_view(run, setup.show, step);
    }

    static std::string step_text(const At& at) {
        return lowered(at.view.title.substr(0, 1)) + at.view.title.substr(1);
    }
    static std::optional<Pinned> pinned(const At& at) {
        if (at.setup.pinned < 0)
            return std::nullopt;
        const cube::Tree& tree = at.run.tree(at.setup.show);
        const auto node = node_at(tree, node_codes(at.setup.pinned));
        // It would tell what is to be predicted.
        return node && !at.prediction.hides_any() ? std::optional(pinned_of(at.run, tree, *node))
                                                  : std::nullopt;
    }
    static std::vector<Written> written(const At& at) { return written_in(at.run, at.view); }
    static std::string question(const At& at) {
        return at.setup.show == Show::query ? "What does the query make of it? The tree tells." : "";
    }
    static std::vector<Setting> counters(const At& at) {
        const Counters so_far = known(at).so_far;
        return {{"nodes", std::to_string(so_far.nodes)},
                {"comparisons", std::to_string(so_far.comparisons)},
                {"rows", std::to_string(so_far.rows)}};
    }
    static Listing listing(const At& at) {
        Listing listing = listing_of(at.run, at.view);
        if (hides(at))
            listing.current.clear(); // they tell what is decided
        return listing;
    }
    static std::string agreement(const At& /*at*/) {
        return "Compute shaders find the same arrays in every level of the tree, before and after the "
               "update, and the same answer to the query.";
    }

    static std::vector<StoryAction<Story>> actions() {
        std::vector<StoryAction<Story>> actions = source_actions<Story>("rows");
        actions.push_back({"scene.show", "Build, query or update", "Show the next of these.", GLFW_KEY_W,
                           [](Setup& next, const Run*) {
                               const std::size_t place = static_cast<std::size_t>(next.show) + 1;
                               next.show = enumerators<Show>[place % enumerators<Show>.size()];
                           }});
        return actions;
    }

    void controls(Panel<Story>& panel) {
        const Look& look = panel.look;
        const std::vector<Property>& rows = panel.rows;
        Setup& next = panel.next;
        section(look, "Rows");
        draw_rows(look, rows, {"codes"});
        const auto typed = [&next] { return next.is_own() ? next.source : ""; };
        const auto set = [&next](const std::string& text) { next.set_source(text); };
        draw_own_row(look, {typed, set}, "Type rows, such as Oslo 2024 3; Rome 2023 5, and Enter.", problem_);
        if (!next.is_own()) {
            draw_rows(look, rows, {"dimensions", "cardinality", "count"});
            number_buttons(look, row_numbers, "rows", next.count);
            if (button(look, "New sample", "Draw new random rows of the same kind."))
                next.draw_anew();
        }
        draw_rows(look, rows, {"measure"});
        section(look, "Popular path");
        draw_rows(look, rows, {"path"});
        section(look, "Steps");
        draw_rows(look, rows, {"show", "query", "further"});
    }
    static void numbers(Panel<Story>& panel) {
        const Look& look = panel.look;
        if (!panel.shown)
            return;
        show_cube_counts(look, *panel.run, panel.shown->view);
        show_cube_check(look, panel.check);
        section(look, "Measured");
        draw_rows(look, panel.rows, {"measured"});
        panel.measure_again = job_controls(
            look, panel.measured.job(),
            fmt::format("Build a tree of {} rows", with_commas(panel.next.measured)),
            "On the CPU and by compute shaders: how long each stage takes, and whether all arrays "
            "are the same.",
            "Stop the measurement.", panel.next.timed);
        if (panel.measured.get())
            show_cube_measured(look, *panel.measured.get());
    }
    static std::string answer(const At& at) { return answer_of(at.run, at.setup.show); }
    static void legend(Legend& legend, const At& at) { add_cube_legend(legend, at.setup.show); }

    static PictureAnswer<Setup> draw(const Look& look, const At& at, std::int64_t hovered_before,
                                     const Rect& area) {
        const StepView view = known(at);
        const Picture picture{
            {at.run, view, at.setup, hovered_before, at.setup.pinned}, at.motion, at.prediction};
        const Layout layout(look, picture, area);
        int hovered = -1;
        for (const auto part : {draw_cube_tree, draw_cube_rows, draw_cube_arrays})
            if (part != draw_cube_arrays || layout.has_arrays)
                hovered = std::max(hovered, part(look, picture, layout));
        PictureAnswer<Setup> answer{hovered, at.setup};
        answer.pin_in(area, hovered);
        return answer;
    }

private:
    static bool hides(const At& at) { return at.setup.show == Show::query && at.prediction.hides_any(); }
    /// The last step of which all may be told.
    static StepView known(const At& at) {
        return hides(at) ? step_view(at.run, at.setup.show, at.step - 1) : at.view;
    }

    std::string problem_; ///< with typed rows
};

} // namespace

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<Stage<Story>>(host);
}

} // namespace scanline::view::cube_scene
