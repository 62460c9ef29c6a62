#include "scanline/view/scene.h"

#include "kdtree/device.h"
#include "kdtree/drawing.h"
#include "kdtree/listing.h"
#include "kdtree/marks.h"
#include "kdtree/panel.h"
#include "kdtree/pin.h"
#include "kit/glossary.h"
#include "kit/number_buttons.h"
#include "kit/run_scene.h"
#include "scanline/core/format.h"
#include "scanline/data/file.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

// In the points' own units, which the setting's row does not know.
void position_slider(const Look& look, KdSetup& next, const KdRun& run, int axis) {
    const double low = run.bounds.low[axis], side = run.bounds.side(axis);
    auto place = static_cast<float>(low + next.at[axis] * side);
    const std::string label = fmt::format("Query {}", axis_name(axis));
    if (slider(look, label.c_str(), place, static_cast<float>(low), static_cast<float>(run.bounds.high[axis]),
               "%.3g", "Where the query is."))
        next.at[axis] = std::clamp((static_cast<double>(place) - low) / side, 0.0, 1.0);
}

constexpr std::array<std::pair<int, const char*>, 5> point_numbers{
    {{24, "24"}, {200, "200"}, {4000, "4k"}, {100'000, "100k"}, {1'000'000, "1M"}}};
constexpr std::array<std::pair<int, const char*>, 4> query_numbers{
    {{1000, "1k"}, {10'000, "10k"}, {100'000, "100k"}, {1'000'000, "1M"}}};
constexpr auto point_endings = with_ending(".ply", data::table_endings);
constexpr float low_middle = 430;  ///< below this height the arrays are drawn narrower
constexpr float least_plane = 150; ///< with less height the points take that of the arrays

constexpr RunSceneTexts kd_texts{
    .name = "kdtree",
    .title = "k-d trees, level by level",
    .summary = "A balanced k-d tree is built level by level, and searched node by node, in the plane or in "
               "space.",
    .group = "Trees and queries",
    .elements = "points",
    .none = "There are no points yet.",
    .empty = "This file has no points: its tree is empty.",
    .checking = "Compute shaders build the tree too, to be compared with the CPU's node for node.",
    .failed = "The tree could not be built on the GPU: see the log."};

/// The steps are those of a tree's build or of a query; many queries are measured.
class KdTreeScene final : public RunScene<KdRun, KdSight, KdDeviceBuild, KdBatch> {
public:
    explicit KdTreeScene(Host& host) : RunScene(host, kd_texts) {}

    std::string step_text() const override {
        if (transport_.count() == 0)
            return "";
        const int position = transport_.position();
        if (!asks())
            return build_title(*run_, position);
        if (position == 0)
            return "before the search";
        if (position == asked_.result_step())
            return "result";
        const KdVisit& visit = asked_.visits[static_cast<std::size_t>(position) - 1];
        return fmt::format("{} {}", to_string(visit.kind), run_->point_of(visit.node));
    }

    std::span<const std::string_view> file_endings() const override { return point_endings; }
    bool can_show(const std::filesystem::path& path) const override {
        return data::ending_of(path) == ".ply" || !data::has_text_columns(path);
    }
    void open(const std::filesystem::path& path) override {
        setup_.source = path.string();
        remake();
    }

    std::optional<Pinned> pinned() const override {
        if (!has_pin())
            return std::nullopt;
        return pinned_of(*run_, asks() ? &asked_ : nullptr, transport_.position(), setup_.pinned);
    }
    Listing listing() const override {
        if (transport_.count() == 0)
            return {};
        return asks() ? query_listing(*run_, asked_, transport_.position())
                      : build_listing(*run_, has_pin() ? setup_.pinned : -1, transport_.position());
    }

private:
    void add_further_actions(Actions& actions) override {
        add_change(
            actions, "scene.query", "Build or query",
            "Go through a query in place of the build, or the other way round.", GLFW_KEY_Q,
            [](KdSetup& next) { next.show = next.show == KdShow::build ? KdShow::query : KdShow::build; });
        add_change(actions, "scene.next-query", "Next query",
                   "Search for the nearest, within a radius, or in a box.", GLFW_KEY_A, [](KdSetup& next) {
                       const std::size_t place = static_cast<std::size_t>(next.query) + 1;
                       next.query = all_kd_queries[place % all_kd_queries.size()];
                   });
    }

    void draw_controls(const std::vector<Property>& rows, KdSetup& next) override {
        const Look& look = host_.look;
        section(look, "Points");
        draw_rows(look, rows, {"points", "dimensions", "count"});
        if (!next.is_file()) {
            number_buttons(look, point_numbers, "points", next.count);
            if (button(look, "Other points", "Points of the same kind, drawn anew."))
                next.draw_anew();
        }
        section(look, "Steps");
        draw_rows(look, rows, {"show", "tree"});
        if (!has_room_)
            note(look, "There is no room for the tree: enlarge the window, or close a panel.");
        if (next.show == KdShow::query) {
            draw_rows(look, rows, {"query", "neighbors", "reach"});
            if (run_ && run_->tree.dimensions == 2)
                draw_rows(look, rows, {"follow"});
            for (int axis = 0; run_ && axis < run_->tree.dimensions; ++axis)
                position_slider(look, next, *run_, axis);
        }
        if (asks() && asked_.too_many == 0)
            show_counts(look, *run_, counts_at(asked_, transport_.position()));
        if (run_) {
            show_tree(look, *run_);
            section(look, "Build times");
            draw_rows(look, rows, {"variant"});
            show_times(look, *run_, checked_.get());
        }
        if (has_elements() && next.show == KdShow::query)
            draw_many(rows, next);
        show_legend(look, next.show == KdShow::query, run_ && drawn_simply(run_->drawn.size()));
    }

    bool has_pin() const { return run_ && setup_.pinned >= 0 && setup_.pinned < run_->cloud.points().size(); }
    void changed(const KdSetup& before) override {
        const KdSetup& setup = setup_;
        const bool same_steps = before.show == setup.show && before.query == setup.query &&
                                before.neighbors == setup.neighbors && before.reach == setup.reach &&
                                before.at == setup.at;
        if (!same_steps)
            take_steps();
        if (before.variant != setup.variant)
            check();
        if (before.show != setup.show || before.many != setup.many || before.queries != setup.queries ||
            !setup.same_search(before))
            measure();
        // The end result of a build or query is more interesting than its start.
        if (before.show != setup.show)
            transport_.last();
    }

    Work<KdRun> making(bool /*reread*/) const override {
        return {"building a k-d tree", "building the tree",
                [setup = setup_](WorkerContext& context) { return run_kd(setup, context.cancel_hook()); }};
    }
    Work<KdDeviceBuild> checking() const override {
        return {"building a k-d tree on the GPU", "building it on the GPU",
                [run = run_, variant = setup_.variant](WorkerContext& context) {
                    return build_on_device(context.machine(), *run, variant, context.cancel_hook());
                }};
    }
    Work<KdBatch> measuring() const override {
        if (!setup_.many || !asks())
            return {};
        return {"running many queries", fmt::format("asking {} queries", with_commas(setup_.queries)),
                [run = run_, setup = setup_](WorkerContext& context) {
                    const auto progress = [&](double part) {
                        context.progress(part, "running many queries");
                    };
                    return ask_many(context.machine(), *run, setup, progress, context.cancel_hook());
                }};
    }

    /// The section of many queries.
    void draw_many(const std::vector<Property>& rows, KdSetup& next) {
        const Look& look = host_.look;
        section(look, "Many queries");
        draw_rows(look, rows, {"queries"});
        number_buttons(look, query_numbers, "queries", next.queries);
        if (job_controls(look, measured_.job(), fmt::format("Run {} queries", with_commas(next.queries)),
                         "All over the points, on the CPU and by compute shaders: how long that takes, and "
                         "whether both find the same.",
                         "Stop the queries.", next.many))
            measure();
        if (measured_.get())
            show_batch(look, *measured_.get());
    }

    std::string agreement() const override {
        return fmt::format("The tree that compute shaders built ({}) has the same point in each of {} nodes.",
                           to_string(setup_.variant), with_commas(run_->size()));
    }

    /// True if there are steps of a query to show.
    bool asks() const { return has_elements() && setup_.show == KdShow::query; }
    bool begins_at_end() const override { return asks(); }

    int count_steps() override {
        if (setup_.show == KdShow::build)
            return build_steps(*run_);
        if (!asks())
            return 0;
        asked_ = ask(*run_, setup_);
        return asked_.result_step() + 1;
    }
    KdSight sight_at(int step) const override {
        return asks() ? query_sight(*run_, asked_, step) : build_sight(*run_, step);
    }

    void draw_picture(const Rect& area) override {
        const Look& look = host_.look;
        const KdRun& run = *run_;
        const KdSight& sight = this->sight();
        const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        const bool builds = setup_.show == KdShow::build;
        const bool narrow = size.y < look.px(low_middle);
        const float top = area.bottom - kd_arrays_height(look, run.tree.dimensions, narrow);
        const bool tells_apart = run.is_followed() && kd_arrays_fit(look, run, size.x);
        const bool has_arrays = builds && tells_apart && top - area.top >= look.px(least_plane);
        const float middle = has_arrays ? top : area.bottom;

        KdPicture picture{{run, sight, setup_, hovered_}};
        if (has_pin())
            picture.pinned = run.find_node(setup_.pinned);
        if (picture.pinned >= 0) {
            picture.path = path_to(run.tree, run.bounds, picture.pinned);
            if (builds)
                std::erase_if(picture.path, [level = level_of(transport_.position())](const KdCell& cell) {
                    return cell.subtree.depth > level;
                });
        }
        std::string left_out = sight.left_out;
        const auto add = [&left_out](const std::string& words) {
            left_out += (left_out.empty() ? "" : " ") + words;
        };
        if (builds && !has_arrays)
            add(tells_apart ? "There is no room for the index arrays."
                            : "The index arrays have too many cells to be told apart.");
        KdPanes panes{{area.left, area.top, area.right, middle}, std::nullopt};
        if (setup_.tree)
            panes = kd_panes(look, panes.points, run);
        std::optional<KdTreeRows> rows;
        if (panes.tree && rows.emplace(look, run, *panes.tree).apart < run.levels())
            add(fmt::format("The tree has too many nodes to be told apart from level {} on.", rows->apart));
        has_room_ = panes.tree || !setup_.tree;
        if (!left_out.empty())
            write_left_out(left_out, panes.points);
        const KdAnswer answer = run.tree.dimensions == 2 ? draw_kd_plane(look, picture, panes.points, zoom_)
                                                         : draw_kd_space(look, picture, panes.points);
        std::int64_t hovered = answer.hovered;
        if (rows)
            hovered = std::max(hovered, draw_kd_tree(look, picture, *rows));
        int point = hovered >= 0 ? run.point_of(hovered) : -1;
        if (has_arrays) {
            const int cell = draw_kd_arrays(look, picture, transport_.position(),
                                            {window.x, middle, area.right, area.bottom}, narrow);
            if (cell >= 0) {
                point = cell;
                hovered = run.node_of[static_cast<std::size_t>(cell)];
            }
        }
        take_in(area, answer.setup, hovered, point);
    }

    /// Says what is left out below the points.
    void write_left_out(const std::string& text, Rect& points) const {
        const Look& look = host_.look;
        const float left = points.left + look.px(14), width = points.right - look.px(14) - left;
        points.bottom -= ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + look.px(10);
        ImGui::SetCursorScreenPos({left, points.bottom + look.px(2)});
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        glossed_text(look, look.palette().dim, text);
        ImGui::PopTextWrapPos();
    }

    KdAsked asked_;
    bool has_room_ = true; ///< for the tree, in the last frame
};

} // namespace

std::unique_ptr<Scene> make_kdtree_scene(Host& host) {
    return std::make_unique<KdTreeScene>(host);
}

} // namespace scanline::view
