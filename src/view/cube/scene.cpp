#include "cube/drawing.h"
#include "cube/listing.h"
#include "cube/panel.h"
#include "cube/pin.h"
#include "kit/number_buttons.h"
#include "kit/run_scene.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

constexpr std::array<std::pair<int, const char*>, 4> row_numbers{
    {{12, "12"}, {24, "24"}, {40, "40"}, {64, "64"}}};

constexpr RunSceneTexts cube_texts{
    .name = "cube",
    .title = "Data cubes, level by level",
    .summary =
        "Rows become an H-tree, which answers queries for cells of a data cube, and grows with further rows.",
    .group = "Data analysis",
    .elements = "rows",
    .none = "There are no rows yet.",
    .empty = "There are no rows.",
    .checking = "Compute shaders build, update and query the tree too, to be compared with the CPU's.",
    .failed = "The tree could not be built on the GPU: see the log."};

/// Steps through a build, a query or an update, and measures builds of many rows.
class CubeScene final : public RunScene<CubeRun, CubeSight, CubeCheck, CubeMeasured> {
public:
    explicit CubeScene(Host& host) : RunScene(host, cube_texts) {}

    std::string step_text() const override {
        if (!has_elements())
            return "";
        std::string title = sight_at(transport_.position()).title;
        return lowered(title.substr(0, 1)) + title.substr(1);
    }
    std::optional<Pinned> pinned() const override {
        const auto at = has_elements() ? pinned_node() : std::nullopt;
        return at ? std::optional(cube_pinned(*run_, run_->tree(setup_.show), *at)) : std::nullopt;
    }
    Listing listing() const override {
        return has_elements() ? cube_listing(*run_, sight_at(transport_.position())) : Listing{};
    }

private:
    void add_further_actions(Actions& actions) override {
        add_change(actions, "scene.show", "Build, query or update", "Show the next of these.", GLFW_KEY_Q,
                   [](CubeSetup& next) {
                       const std::size_t place = static_cast<std::size_t>(next.show) + 1;
                       next.show = all_cube_shows[place % all_cube_shows.size()];
                   });
    }

    void draw_controls(const std::vector<Property>& rows, CubeSetup& next) override {
        const Look& look = host_.look;
        section(look, "Rows");
        draw_rows(look, rows, {"codes", "dimensions", "cardinality", "count"});
        number_buttons(look, row_numbers, "rows", next.count);
        if (button(look, "Other rows", "Rows of the same kind, drawn anew."))
            next.draw_anew();
        draw_rows(look, rows, {"measure"});
        section(look, "Popular path");
        draw_rows(look, rows, {"path"});
        section(look, "Steps");
        draw_rows(look, rows, {"show", "query", "further"});
        if (!has_elements())
            return;
        show_cube_counts(look, *run_, sight());
        show_cube_check(look, checked_.get());
        draw_measured(rows, next);
        show_cube_legend(look, next.show);
    }

    void draw_measured(const std::vector<Property>& rows, CubeSetup& next) {
        const Look& look = host_.look;
        section(look, "Measured");
        draw_rows(look, rows, {"measured"});
        if (job_controls(
                look, measured_.job(), fmt::format("Build a tree of {} rows", with_commas(next.measured)),
                "On the CPU and by compute shaders: how long each stage takes, and whether all arrays "
                "are the same.",
                "Stop the measurement.", next.timed))
            measure();
        if (measured_.get())
            show_cube_measured(look, *measured_.get());
    }

    std::optional<CubeNode> pinned_node() const {
        return setup_.pinned < 0 ? std::nullopt : node_at(run_->tree(setup_.show), node_codes(setup_.pinned));
    }

    void changed(const CubeSetup& before) override {
        if (before.show != setup_.show)
            take_steps();
        if (before.timed != setup_.timed || before.measured != setup_.measured)
            measure();
    }

    Work<CubeRun> making(bool /*reread*/) const override {
        return {"building an H-tree", "building the tree",
                [setup = setup_](WorkerContext& context) { return run_cube(setup, context.cancel_hook()); }};
    }
    Work<CubeCheck> checking() const override {
        return {"building an H-tree on the GPU", "building it on the GPU",
                [run = run_](WorkerContext& context) {
                    return check_on_gpu(context.machine(), *run, context.cancel_hook());
                }};
    }
    Work<CubeMeasured> measuring() const override {
        if (!setup_.timed)
            return {};
        return {"measuring builds of H-trees", "measuring", [setup = setup_](WorkerContext& context) {
                    const auto progress = [&](double part) {
                        context.progress(part, "measuring builds of H-trees");
                    };
                    return measure_cube(context.machine(), setup, progress, context.cancel_hook());
                }};
    }
    int count_steps() override { return static_cast<int>(cube_steps(*run_, setup_.show).size()); }
    CubeSight sight_at(int step) const override { return cube_sight(*run_, setup_.show, step); }

    std::string agreement() const override {
        return "Compute shaders find the same arrays in every level of the tree, before and after the "
               "update, and the same answer to the query.";
    }

    void draw_picture(const Rect& area) override {
        const CubePicture picture{*run_, sight(), setup_, hovered_, setup_.pinned};
        const CubeLayout layout(host_.look, picture, area);
        int hovered = -1;
        for (const auto draw : {draw_cube_tree, draw_cube_rows, draw_cube_arrays})
            if (draw != draw_cube_arrays || layout.has_arrays)
                hovered = std::max(hovered, draw(host_.look, picture, layout));
        take_in(area, setup_, hovered, hovered);
    }
};

} // namespace

std::unique_ptr<Scene> make_cube_scene(Host& host) {
    return std::make_unique<CubeScene>(host);
}

} // namespace scanline::view
