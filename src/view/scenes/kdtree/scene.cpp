#include "kit/scene.h"

#include "kit/glossary.h"
#include "kit/job.h"
#include "kit/stage.h"
#include "scanline/core/format.h"
#include "scanline/data/file.h"
#include "scanline/data/table.h"
#include "scenes/kdtree/device.h"
#include "scenes/kdtree/drawing.h"
#include "scenes/kdtree/words.h"
#include "scenes/kdtree/written.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view::kdtree_scene {

namespace {

// In the points' own units, which the setting's row does not know.
void position_slider(const Look& look, Setup& next, const Run& run, int axis) {
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
constexpr float low_middle = 430; ///< below this height the arrays are drawn narrower
constexpr float min_plane = 150;  ///< with less height the points take that of the arrays

/// The steps are those of a tree's build or of a query; many queries are measured.
class Story {
public:
    using Setup = kdtree_scene::Setup;
    using Run = kdtree_scene::Run;
    using StepView = kdtree_scene::StepView;
    using Check = DeviceBuild;
    using Measured = Batch;
    struct Steps {
        int count = 0;
        std::optional<QueryRun> asked{}; ///< none of a build
    };
    using At = Shown<Story>;

    static constexpr StoryTexts texts{
        .scene =
            {.name = "kdtree",
             .title = "k-d trees, level by level",
             .summary =
                 "A balanced k-d tree is built level by level, and searched node by node, in the plane or in "
                 "space.",
             .group = "Trees and queries",
             .highlights = "Index arrays being parted; what a search skips, and why; a million queries."},
        .none = "There are no points yet.",
        .empty = "This file has no points: its tree is empty.",
        .checking = "Compute shaders build the tree too, to be compared with the CPU's node for node.",
        .failed = "The tree could not be built on the GPU: see the log."};

    static constexpr std::span<const std::string_view> endings = point_endings;
    static bool can_show(const std::filesystem::path& path) {
        const data::FirstColumns columns = data::first_columns(path);
        return data::ending_of(path) == ".ply" || columns.count == 0 || // the error says why
               (!columns.has_text && (columns.count == 2 || columns.count == 3));
    }
    static void open(Setup& setup, const std::filesystem::path& path) { setup.source = path.string(); }

    static Work<Run> make(const Setup& setup, const std::shared_ptr<const Run>& /*before*/, bool /*reread*/) {
        return {"building a k-d tree", "building the tree",
                [setup](WorkerContext& context) { return run_kd(setup, context.cancel_hook()); }};
    }
    static Work<DeviceBuild> check(const Setup& setup, const std::shared_ptr<const Run>& run) {
        return {"building a k-d tree on the GPU", "building it on the GPU",
                [run, variant = setup.variant](WorkerContext& context) {
                    return build_on_device(context.machine(), *run, variant, context.cancel_hook());
                }};
    }
    static Work<Batch> measure(const Setup& setup, const std::shared_ptr<const Run>& run) {
        if (!setup.many || setup.show != Show::query || run->size() == 0)
            return {};
        return {"running many queries", fmt::format("asking {} queries", with_commas(setup.queries)),
                [run, setup](WorkerContext& context) {
                    const auto progress = [&](double part) {
                        context.progress(part, "running many queries");
                    };
                    return run_queries(context.machine(), *run, setup, progress, context.cancel_hook());
                }};
    }

    static bool same_steps(const Setup& now, const Setup& before) {
        return before.show == now.show && before.query == now.query && before.neighbors == now.neighbors &&
               before.reach == now.reach && before.at == now.at;
    }
    static bool same_check(const Setup& now, const Setup& before) { return before.variant == now.variant; }
    static bool same_measured(const Setup& now, const Setup& before) {
        return before.show == now.show && before.many == now.many && before.queries == now.queries &&
               now.same_search(before);
    }
    /// The end result of a build or query is more interesting than its start.
    static void moved(const Setup& before, const Setup& now, Transport& transport) {
        if (before.show != now.show)
            transport.last();
    }
    static bool first_at_end(const Setup& setup) { return setup.show == Show::query; }

    static Steps steps_of(const Setup& setup, const Run& run) {
        if (setup.show == Show::build || run.size() == 0)
            return {build_steps(run)};
        QueryRun asked = ask(run, setup);
        const int count = asked.result_step() + 1;
        return {count, std::move(asked)};
    }
    static StepView view_of(const Setup& /*setup*/, const Run& run, const Steps& steps, int step) {
        return steps.asked ? query_view(run, *steps.asked, step) : build_view(run, step);
    }

    static std::string step_text(const At& at) {
        if (!at.steps.asked)
            return build_title(at.run, at.step);
        if (at.prediction.hides_any())
            return fmt::format("visit {}", at.step);
        const QueryRun& asked = *at.steps.asked;
        if (at.step == 0)
            return "before the search";
        if (at.step == asked.result_step())
            return "result";
        const Visit& visit = asked.visits[static_cast<std::size_t>(at.step) - 1];
        return fmt::format("{} {}", to_string(visit.kind), at.run.point_of(visit.node));
    }
    static std::optional<Pinned> pinned(const At& at) {
        if (!has_pin(at))
            return std::nullopt;
        return pinned_of(at.run, at.steps.asked ? &*at.steps.asked : nullptr, known_step(at),
                         at.setup.pinned);
    }
    static Listing listing(const At& at) {
        if (at.view.rank_of)
            return {}; // the code is that of one process
        if (at.steps.asked) {
            Listing listing = query_listing(at.run, *at.steps.asked, at.step);
            if (at.prediction.hides_any())
                listing.current.clear(); // they tell what is decided
            return listing;
        }
        return build_listing(at.run, has_pin(at) ? at.setup.pinned : -1, at.step);
    }
    static std::vector<Written> written(const At& at) {
        if (!at.steps.asked)
            return written_slots(at.run, at.step);
        const auto decision = decision_at(at.run, *at.steps.asked, at.step);
        return decision ? std::vector{decision->written} : std::vector<Written>{};
    }
    static std::string question(const At& at) {
        return at.steps.asked ? "What does the search do next? Its ball or box tells." : "";
    }
    static std::vector<Setting> counters(const At& at) {
        if (!at.steps.asked)
            return {{"nodes",
                     std::to_string(std::min(at.run.size(), (std::int64_t{1} << (at.view.level + 1)) - 1))}};
        const Counts counts = counts_at(*at.steps.asked, known_step(at));
        return {{"tests", std::to_string(counts.looked)},
                {"skipped", std::to_string(counts.pruned)},
                {"found", std::to_string(counts.found)}};
    }
    static std::string agreement(const At& at) {
        return fmt::format("The tree that compute shaders built ({}) has the same point in each of {} nodes.",
                           to_string(at.setup.variant), with_commas(at.run.size()));
    }

    std::vector<StoryAction<Story>> actions() {
        std::vector<StoryAction<Story>> actions = source_actions<Story>("points");
        actions.push_back({"scene.query", "Build or query",
                           "Go through a query in place of the build, or the other way round.", GLFW_KEY_B,
                           [](Setup& next, const Run*) {
                               next.show = next.show == Show::build ? Show::query : Show::build;
                           }});
        actions.push_back({"scene.next-query", "Next query",
                           "Search for the nearest, within a radius, or in a box.", GLFW_KEY_A,
                           [](Setup& next, const Run*) {
                               const std::size_t place = static_cast<std::size_t>(next.query) + 1;
                               next.query = enumerators<Query>[place % enumerators<Query>.size()];
                           }});
        actions.push_back({"scene.fit", "Show everything", "Look at all points as in the beginning.",
                           GLFW_KEY_F, [this](Setup& next, const Run*) {
                               next.camera = {};
                               zoom_.reset();
                           }});
        return actions;
    }

    void controls(Panel<Story>& panel) {
        const Look& look = panel.look;
        const std::vector<Property>& rows = panel.rows;
        Setup& next = panel.next;
        section(look, "Points");
        draw_rows(look, rows, {"points", "dimensions", "count"});
        draw_points_input(
            look, rows, next.source, next.drawing,
            next.draws() ? nullptr : "Clicks draw in the plane while building, not into a file.", problem_);
        if (!next.is_file()) {
            number_buttons(look, point_numbers, "points", next.count);
            if (button(look, "New sample", "Draw new random points of the same kind."))
                next.draw_anew();
        }
        section(look, "Steps");
        draw_rows(look, rows, {"show", "tree", "ranks"});
        if (!has_room_)
            note(look, "There is no room for the tree: enlarge the window, or close a panel.");
        if (next.show == Show::query) {
            draw_rows(look, rows, {"query", "neighbors", "reach"});
            if (panel.run && panel.run->tree.dimensions == 2)
                draw_rows(look, rows, {"follow"});
            for (int axis = 0; panel.run && axis < panel.run->tree.dimensions; ++axis)
                position_slider(look, next, *panel.run, axis);
        }
    }
    static void numbers(Panel<Story>& panel) {
        const Look& look = panel.look;
        if (panel.shown && panel.shown->steps.asked && panel.shown->steps.asked->too_many == 0)
            show_counts(look, *panel.run, counts_at(*panel.shown->steps.asked, known_step(*panel.shown)));
        if (panel.run) {
            show_tree(look, *panel.run);
            section(look, "Build times");
            draw_rows(look, panel.rows, {"variant"});
            show_times(look, *panel.run, panel.check);
        }
        if (panel.shown && panel.next.show == Show::query)
            draw_many(panel);
    }
    static std::string answer(const At& at) {
        const std::string all = with_commas(at.run.tree.size());
        if (!at.steps.asked)
            return fmt::format("{} points in {} levels: each is found in at most {} comparisons", all,
                               at.run.levels(), at.run.levels());
        if (at.steps.asked->too_many > 0)
            return {};
        const Counts counts = counts_at(*at.steps.asked, at.step);
        return fmt::format("{} found, {} of {} points looked at", with_commas(counts.found),
                           with_commas(counts.looked), all);
    }
    static void legend(Legend& legend, const At& at) {
        add_legend(legend, at.run, at.setup.show == Show::query, at.setup.ranks);
    }

    PictureAnswer<Setup> draw(const Look& look, const At& at, std::int64_t hovered_before, Rect area) {
        const Run& run = at.run;
        const bool hides = at.steps.asked && at.prediction.hides_any();
        const StepView before = hides ? query_view(run, *at.steps.asked, known_step(at)) : StepView{};
        const StepView& view = hides ? before : at.view;
        const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        const bool has_traffic = view.rank_of && draw_traffic(look, area, run.dealing->traffic(at.step)),
                   builds = at.setup.show == Show::build && !view.rank_of;
        const bool narrow = size.y < look.px(low_middle);
        const float top = area.bottom - arrays_height(look, run.tree.dimensions, narrow);
        const bool tells_apart = run.is_followed() && arrays_fit(look, run, size.x);
        const bool has_arrays = builds && tells_apart && top - area.top >= look.px(min_plane);
        const float middle = has_arrays ? top : area.bottom;

        Picture picture{{run, view, at.setup, hovered_before, -1, &at.motion, &at.prediction}};
        if (const auto decision = at.steps.asked ? decision_at(run, *at.steps.asked, at.step) : std::nullopt)
            picture.decision = decision->node;
        if (has_pin(at))
            picture.pinned = run.find_node(at.setup.pinned);
        if (picture.pinned >= 0) {
            picture.path = path_to(run.tree, run.bounds, picture.pinned);
            if (!view.reach)
                std::erase_if(picture.path,
                              [level = view.level](const Cell& cell) { return cell.subtree.depth > level; });
        }
        std::string left_out = view.left_out;
        const auto add = [&left_out](const std::string& words) {
            left_out += (left_out.empty() ? "" : " ") + words;
        };
        if (view.rank_of && !has_traffic)
            add("There is no room for what ranks send.");
        if (builds && !has_arrays)
            add(tells_apart ? "There is no room for the index arrays."
                            : "The index arrays have too many cells to be told apart.");
        Panes panes{{area.left, area.top, area.right, middle}, std::nullopt};
        if (at.setup.tree)
            panes = panes_of(look, panes.points, run);
        std::optional<TreeRows> rows;
        if (panes.tree && rows.emplace(look, run, *panes.tree).apart < run.levels())
            add(fmt::format("The tree has too many nodes to be told apart from level {} on.", rows->apart));
        has_room_ = panes.tree || !at.setup.tree;
        if (!left_out.empty())
            write_left_out(look, left_out, panes.points);
        Answer answer = run.tree.dimensions == 2 ? draw_kd_plane(look, picture, panes.points, zoom_)
                                                 : draw_kd_space(look, picture, panes.points);
        if (rows)
            answer.hovered = std::max(answer.hovered, draw_kd_tree(look, picture, *rows));
        int point = answer.hovered >= 0 ? run.point_of(answer.hovered) : -1;
        if (has_arrays) {
            const int cell =
                draw_kd_arrays(look, picture, at.step, {window.x, middle, area.right, area.bottom}, narrow);
            if (cell >= 0) {
                point = cell;
                answer.hovered = run.node_of[static_cast<std::size_t>(cell)];
            }
        }
        if (!at.setup.draws())
            answer.pin_in(area, point);
        return answer;
    }

private:
    /// The last step of which all may be told.
    static int known_step(const At& at) { return at.step - (at.prediction.hides_any() ? 1 : 0); }

    static bool has_pin(const At& at) {
        return at.setup.pinned >= 0 && at.setup.pinned < at.run.cloud.points().size();
    }

    /// The section of many queries.
    static void draw_many(Panel<Story>& panel) {
        const Look& look = panel.look;
        Setup& next = panel.next;
        section(look, "Many queries");
        draw_rows(look, panel.rows, {"queries"});
        number_buttons(look, query_numbers, "queries", next.queries);
        panel.measure_again =
            job_controls(look, panel.measured.job(), fmt::format("Run {} queries", with_commas(next.queries)),
                         "All over the points, on the CPU and by compute shaders: how long that takes, and "
                         "whether both find the same.",
                         "Stop the queries.", next.many);
        if (panel.measured.get())
            show_batch(look, *panel.measured.get());
    }

    /// Says what is left out below the points.
    static void write_left_out(const Look& look, const std::string& text, Rect& points) {
        const float left = points.left + look.px(14), width = points.right - look.px(14) - left;
        points.bottom -= ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + look.px(10);
        ImGui::SetCursorScreenPos({left, points.bottom + look.px(2)});
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        glossed_text(look, look.palette().dim, text);
        ImGui::PopTextWrapPos();
    }

    std::string problem_;  ///< with typed points
    Zoom zoom_;            ///< of the plane
    bool has_room_ = true; ///< for the tree, in the last frame
};

} // namespace

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<Stage<Story>>(host);
}

} // namespace scanline::view::kdtree_scene
