#include "scanline/view/scene.h"

#include "kdtree/device.h"
#include "kdtree/drawing.h"
#include "kdtree/listing.h"
#include "kdtree/marks.h"
#include "kdtree/panel.h"
#include "kdtree/pin.h"
#include "kit/gesture.h"
#include "kit/glossary.h"
#include "kit/job.h"
#include "kit/number_buttons.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

void draw_anew(KdSetup& setup) {
    setup.seed = setup.seed == KdSetup::most_seed ? 0 : setup.seed + 1;
}

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
constexpr std::array<std::string_view, 3> point_endings{".csv", ".ply", ".npy"};
constexpr float low_middle = 430;  ///< below this height the arrays are drawn narrower
constexpr float least_plane = 150; ///< with less height the points take that of the arrays

/// The worker makes a run of the setup; the steps are those of its build or of a query.
class KdTreeScene final : public Scene {
public:
    explicit KdTreeScene(Host& host) : host_(host) {}

    std::string_view name() const override { return "kdtree"; }
    std::string_view title() const override { return "k-d trees, level by level"; }
    std::string_view summary() const override {
        return "A balanced k-d tree is built level by level, and searched node by node, in the plane or in "
               "space.";
    }
    std::string_view group() const override { return "Trees and queries"; }

    void enter() override {
        if (!std::exchange(started_, true))
            make(true);
    }
    void update() override {
        if (!started_ || making_.pending() || (run_ && setup_.same_points(run_->setup)))
            return;
        // A file could not be read.
        setup_.points = run_ ? run_->setup.points : KdSetup().points;
        if (!run_)
            make(false);
    }
    void draw() override {
        if (!run_)
            write_message(host_.look,
                          making_.pending() ? "Building the tree ..." : "There are no points yet.");
        else if (run_->tree.size() == 0)
            write_message(host_.look, "This file has no points: its tree is empty.");
        else
            draw_run();
    }

    void draw_inspector() override {
        const Look& look = host_.look;
        KdSetup next = setup_;
        std::vector<Property> rows = properties_of(next);
        rows.front().browse = [this] { host_.actions.run("file.open"); };
        section(look, "Points");
        draw_rows(look, rows, {"points", "dimensions", "count"});
        if (next.preset()) {
            number_buttons(look, point_numbers, "points", next.count);
            if (button(look, "Other points", "Points of the same kind, drawn anew."))
                draw_anew(next);
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
            show_times(look, *run_, device_ ? &*device_ : nullptr);
        }
        if (run_ && run_->tree.size() > 0 && next.show == KdShow::query)
            ask_controls(rows, next);
        show_legend(look, next.show == KdShow::query, run_ && drawn_simply(run_->drawn.size()));
        change(next);
    }

    Transport* transport() override { return &transport_; }
    std::string step_text() const override {
        if (!run_ || transport_.count() == 0)
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

    bool busy() const override { return making_.pending() || building_.pending() || asking_.pending(); }
    std::string busy_text() const override {
        if (making_.pending())
            return "building the tree";
        if (building_.pending())
            return "building it on the GPU";
        return asking_.pending() ? fmt::format("asking {} queries", with_commas(setup_.queries)) : "";
    }
    void refresh() override {
        if (run_)
            run_on_gpu();
    }

    std::span<const std::string_view> file_endings() const override { return point_endings; }
    void open(const std::filesystem::path& path) override {
        started_ = true;
        setup_.points = path.string();
        // A file that is reopened may have new content.
        make(false);
    }

    std::vector<Setting> settings() const override { return settings_of(setup_); }
    std::vector<SettingChoice> choices() override { return choices_of(properties_of(setup_)); }
    void set(std::string_view key, std::string_view value) override {
        KdSetup next = setup_;
        view::set(next, key, value);
        change(next);
    }

    std::optional<Pinned> pinned() const override {
        if (!has_pin())
            return std::nullopt;
        return pinned_of(*run_, asks() ? &asked_ : nullptr, transport_.position(), setup_.pinned);
    }
    void unpin() override { pin(-1); }
    Listing listing() const override {
        if (transport_.count() == 0)
            return {};
        return asks() ? query_listing(*run_, asked_, transport_.position())
                      : build_listing(*run_, has_pin() ? setup_.pinned : -1, transport_.position());
    }

    void add_actions(Actions& actions) override {
        const auto add = [&](const char* id, const char* title, const char* description, int key,
                             auto change_of) {
            actions.add(id, "Scene", title, description, {key}, [this, change_of] {
                KdSetup next = setup_;
                change_of(next);
                change(next);
            });
        };
        add("scene.random", "Other points", "Draw other points of the same kind.", GLFW_KEY_R, draw_anew);
        add("scene.next-preset", "Next preset", "Take points of the next kind.", GLFW_KEY_N,
            [](KdSetup& next) {
                const std::size_t place = next.preset() ? static_cast<std::size_t>(*next.preset()) + 1 : 0;
                next.points = to_string(
                    points::all_point_distributions[place % points::all_point_distributions.size()]);
            });
        add("scene.query", "Build or query",
            "Go through a query in place of the build, or the other way round.", GLFW_KEY_Q,
            [](KdSetup& next) { next.show = next.show == KdShow::build ? KdShow::query : KdShow::build; });
        add("scene.next-query", "Next query", "Search for the nearest, within a radius, or in a box.",
            GLFW_KEY_A, [](KdSetup& next) {
                const std::size_t place = static_cast<std::size_t>(next.query) + 1;
                next.query = all_kd_queries[place % all_kd_queries.size()];
            });
        add("scene.fit", "Show everything", "Look at all points as in the beginning.", GLFW_KEY_F,
            [this](KdSetup& next) {
                next.camera = {};
                zoom_.reset();
            });
    }

private:
    bool has_pin() const { return run_ && setup_.pinned >= 0 && setup_.pinned < run_->cloud.points().size(); }
    void pin(int point) {
        KdSetup next = setup_;
        next.pinned = point;
        change(next);
        host_.redraw();
    }

    /// Updates whatever depends on the setup; nothing before enter().
    void change(const KdSetup& setup) {
        const KdSetup before = std::exchange(setup_, setup);
        if (!started_)
            return;
        if (!setup.same_points(before)) {
            if (run_ && setup.same_points(run_->setup))
                making_.cancel();
            else
                make(false);
        }
        const bool same_steps = before.show == setup.show && before.query == setup.query &&
                                before.neighbors == setup.neighbors && before.reach == setup.reach &&
                                before.at == setup.at;
        if (run_ && !same_steps)
            take_steps();
        if (run_ && before.variant != setup.variant)
            build_on_gpu();
        if (run_ && (before.show != setup.show || before.many != setup.many ||
                     before.queries != setup.queries || !setup.same_search(before)))
            ask_on_both();
        // The end result of a build or query is more interesting than its start.
        if (before.show != setup.show)
            transport_.last();
    }

    /// restored: the points are the last session's, whose file may be gone.
    void make(bool restored) {
        std::function<void(const std::string&)> failed;
        if (restored && !setup_.preset())
            failed = [this](const std::string& reason) { host_.log.warning(reason); };
        making_ = host_.worker.post(
            "building a k-d tree",
            [setup = setup_](WorkerContext& context) {
                return std::make_shared<const KdRun>(run_kd(setup, context.cancel_hook()));
            },
            [this](const std::shared_ptr<const KdRun>& run) { take(run); }, failed);
    }

    void run_on_gpu() {
        build_on_gpu();
        ask_on_both();
    }

    /// Starts many queries if they are wanted; those that are running end.
    void ask_on_both() {
        batch_.reset();
        asking_.cancel();
        if (!setup_.many || setup_.show != KdShow::query || run_->tree.size() == 0)
            return;
        asking_ = host_.worker.post(
            "running many queries",
            [run = run_, setup = setup_](WorkerContext& context) {
                const auto progress = [&](double part) { context.progress(part, "running many queries"); };
                return ask_many(context.machine(), *run, setup, progress, context.cancel_hook());
            },
            [this](const KdBatch& batch) { batch_ = batch; });
    }

    /// The section of many queries.
    void ask_controls(const std::vector<Property>& rows, KdSetup& next) {
        const Look& look = host_.look;
        section(look, "Many queries");
        draw_rows(look, rows, {"queries"});
        number_buttons(look, query_numbers, "queries", next.queries);
        if (job_controls(look, asking_, fmt::format("Run {} queries", with_commas(next.queries)),
                         "All over the points, on the CPU and by compute shaders: how long that takes, and "
                         "whether both find the same.",
                         "Stop the queries.", next.many))
            ask_on_both();
        if (!asking_.pending() && batch_)
            show_batch(look, *batch_);
    }

    void build_on_gpu() {
        device_.reset();
        building_ = host_.worker.post(
            "building a k-d tree on the GPU",
            [run = run_, variant = setup_.variant](WorkerContext& context) {
                return build_on_device(context.machine(), *run, variant, context.cancel_hook());
            },
            [this](const KdDeviceBuild& device) { device_ = device; });
    }

    Verdict verdict() const {
        GpuFinding finding{.pending = building_.pending(), .made = device_.has_value()};
        if (device_) {
            finding.not_run = device_->not_run;
            finding.difference = device_->difference;
        }
        return gpu_verdict(
            host_.look, finding,
            "Compute shaders build the tree too, to be compared with the CPU's node for node.",
            "The tree could not be built on the GPU: see the log.",
            fmt::format("The tree that compute shaders built ({}) has the same point in each of {} nodes.",
                        to_string(setup_.variant), with_commas(run_->tree.size())));
    }

    void take(std::shared_ptr<const KdRun> run) {
        const bool had_steps = transport_.count() > 0;
        run_ = std::move(run);
        hovered_ = -1; // a node of the tree before
        run_on_gpu();
        take_steps();
        if (!had_steps && asks())
            transport_.last();
    }

    /// True if there are steps of a query to show.
    bool asks() const { return run_ && setup_.show == KdShow::query && run_->tree.size() > 0; }

    void take_steps() {
        if (asks())
            asked_ = ask(*run_, setup_);
        const bool at_end = transport_.count() > 0 && transport_.position() + 1 == transport_.count();
        if (setup_.show == KdShow::build)
            transport_.set_count(build_steps(*run_));
        else
            transport_.set_count(asks() ? asked_.result_step() + 1 : 0);
        if (at_end)
            transport_.last();
        sight_step_ = -1;
        host_.redraw();
    }

    /// What the current step shows.
    const KdSight& sight() {
        if (sight_step_ != transport_.position()) {
            sight_step_ = transport_.position();
            sight_ = asks() ? query_sight(*run_, asked_, sight_step_) : build_sight(*run_, sight_step_);
        }
        return sight_;
    }

    void draw_run() {
        const Look& look = host_.look;
        const KdRun& run = *run_;
        const KdSight& sight = this->sight();
        const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        const ImVec2 end{window.x + size.x, window.y + size.y};
        step_heading(look, sight.title, sight.sentence, verdict());
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const bool builds = setup_.show == KdShow::build;
        const bool narrow = size.y < look.px(low_middle);
        const float top = end.y - kd_arrays_height(look, run.tree.dimensions, narrow);
        const bool tells_apart = run.is_followed() && kd_arrays_fit(look, run, size.x);
        const bool has_arrays = builds && tells_apart && top - low.y >= look.px(least_plane);
        const float middle = has_arrays ? top : end.y;

        KdPicture picture{run, sight, setup_, hovered_};
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
        KdPanes panes{{low.x, low.y, end.x, middle}, std::nullopt};
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
                                            {window.x, middle, end.x, end.y}, narrow);
            if (cell >= 0) {
                point = cell;
                hovered = run.node_of[static_cast<std::size_t>(cell)];
            }
        }
        if (hovered != hovered_)
            host_.redraw();
        hovered_ = hovered;
        change(answer.setup);
        const Gesture gesture = gesture_in({low.x, low.y, end.x, end.y});
        if (gesture == Gesture::unpin || (gesture == Gesture::pin && point >= 0))
            pin(gesture == Gesture::pin ? point : -1);
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

    Host& host_;
    KdSetup setup_;
    bool started_ = false;
    std::shared_ptr<const KdRun> run_; ///< null before the first has been made
    Transport transport_;
    Zoom zoom_; ///< of the plane
    KdAsked asked_;
    KdSight sight_;
    int sight_step_ = -1;                 ///< the step of sight_; -1: sight_ is stale
    bool has_room_ = true;                ///< for the tree, in the last frame
    std::int64_t hovered_ = -1;           ///< the node under the mouse in the last frame
    std::optional<KdDeviceBuild> device_; ///< of run_; none before it has been made

    std::optional<KdBatch> batch_; ///< of run_ and setup_; none before it has run

    // Last, so that they are destroyed before the members that their completions use.
    Ticket making_, building_, asking_;
};

} // namespace

std::unique_ptr<Scene> make_kdtree_scene(Host& host) {
    return std::make_unique<KdTreeScene>(host);
}

} // namespace scanline::view
