#include "scanline/view/scene.h"

#include "kit/gesture.h"
#include "kit/glossary.h"
#include "kit/job.h"
#include "kit/number_buttons.h"
#include "scanline/core/format.h"
#include "skyline/drawing.h"
#include "skyline/listing.h"
#include "skyline/marks.h"
#include "skyline/panel.h"
#include "skyline/pin.h"
#include "text.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

constexpr std::array<std::pair<int, const char*>, 4> row_numbers{
    {{50, "50"}, {200, "200"}, {1000, "1k"}, {2000, "2k"}}};
constexpr std::array<std::string_view, 3> table_endings{".csv", ".npy", ".npz"};

/// The worker reads the table and traces SkyAlign; the steps are its own, a level each at the end.
class SkylineScene final : public Scene {
public:
    explicit SkylineScene(Host& host) : host_(host) {}

    std::string_view name() const override { return "skyline"; }
    std::string_view title() const override { return "Skylines, level by level"; }
    std::string_view summary() const override {
        return "The rows of a table that no other row dominates, found by SkyAlign: your own CSV or "
               "generated.";
    }
    std::string_view group() const override { return "Data analysis"; }

    void enter() override {
        if (!std::exchange(started_, true))
            make(true);
    }
    void update() override {
        if (!started_ || making_.pending() || (run_ && setup_.same_rows(run_->setup)))
            return;
        // The table could not be read, or no column takes part.
        const SkySetup good = run_ ? run_->setup : SkySetup();
        setup_.table = good.table;
        setup_.uses = good.uses;
        if (!run_)
            make(false);
    }
    void draw() override {
        if (!run_)
            write_message(host_.look,
                          making_.pending() ? "Finding the skyline ..." : "There is no table yet.");
        else if (run_->size() == 0)
            write_message(host_.look, "No row has a number in all of these columns: there is no skyline.");
        else
            draw_run();
    }

    void draw_inspector() override {
        const Look& look = host_.look;
        SkySetup next = setup_;
        std::vector<Property> rows = properties_of(next, column_titles());
        rows.front().browse = [this] { host_.actions.run("file.open"); };
        section(look, "Table");
        draw_rows(look, rows, {"table", "dimensions", "count"});
        if (next.kind()) {
            number_buttons(look, row_numbers, "rows", next.count);
            if (button(look, "Other rows", "Rows of the same kind, drawn anew."))
                draw_anew(next);
        }
        if (run_) {
            show_rows_left_out();
            section(look, "Columns");
            draw_columns(look, *run_, next);
        }
        section(look, "View");
        draw_rows(look, rows, {"view"});
        if (shown_view() == SkyView::points && run_ && run_->dimensions() > 2)
            for (std::size_t axis = 0; axis < next.axes.size(); ++axis) {
                // The control shows what is drawn.
                next.axes[axis] = run_->axes(next)[axis];
                draw_rows(look, rows, {std::string_view("xyz").substr(axis, 1)});
            }
        if (!next.brushes.empty() && button(look, "Clear brushes", "All rows stand out again."))
            next.brushes.clear();
        if (has_steps()) {
            show_sky_counts(look, *run_, sight());
            show_sky_check(look, check_ ? &*check_ : nullptr);
            draw_measured(rows, next);
            show_sky_legend(look, shown_view() == SkyView::parallel);
        }
        change(next);
    }

    Transport* transport() override { return &transport_; }
    std::string step_text() const override {
        return has_steps() ? lowered(sky_sight(*run_, transport_.position()).title) : "";
    }

    bool busy() const override { return making_.pending() || checking_.pending() || measuring_.pending(); }
    std::string busy_text() const override {
        if (making_.pending())
            return "finding the skyline";
        if (checking_.pending())
            return "finding it on the GPU";
        return measuring_.pending() ? "measuring" : "";
    }
    void refresh() override {
        if (has_steps()) {
            check();
            measure();
        }
    }

    std::span<const std::string_view> file_endings() const override { return table_endings; }
    void open(const std::filesystem::path& path) override {
        started_ = true;
        if (setup_.table != path.string()) {
            setup_.uses.clear();
            setup_.brushes.clear();
            setup_.pinned = -1;
        }
        setup_.table = path.string();
        // A file that is reopened may have new content.
        table_.reset();
        make(false);
    }

    std::vector<Setting> settings() const override { return settings_of(setup_); }
    std::vector<SettingChoice> choices() override { return choices_of(properties_of(setup_)); }
    void set(std::string_view key, std::string_view value) override {
        SkySetup next = setup_;
        view::set(next, key, value);
        change(next);
    }

    std::optional<Pinned> pinned() const override {
        if (pinned_point() < 0)
            return std::nullopt;
        return sky_pinned(*run_, static_cast<std::uint32_t>(pinned_point()));
    }
    void unpin() override { pin(-1); }
    Listing listing() const override {
        if (!has_steps())
            return {};
        return sky_listing(*run_, sky_sight(*run_, transport_.position()), pinned_point());
    }

    void add_actions(Actions& actions) override {
        const auto add = [&](const char* id, const char* title, const char* description, int key,
                             auto change_of) {
            actions.add(id, "Scene", title, description, {key}, [this, change_of] {
                SkySetup next = setup_;
                change_of(next);
                change(next);
            });
        };
        add("scene.random", "Other rows", "Draw other rows of the same kind.", GLFW_KEY_R, draw_anew);
        add("scene.next-preset", "Next preset", "Take rows of the next kind.", GLFW_KEY_N,
            [](SkySetup& next) {
                const std::size_t place = next.kind() ? static_cast<std::size_t>(*next.kind()) + 1 : 0;
                next.table = to_string(skyline::all_kinds[place % skyline::all_kinds.size()]);
            });
        add("scene.view", "Next view", "Show points, parallel axes, or charts of the levels.", GLFW_KEY_V,
            [this](SkySetup& next) {
                next.view = shown_view() == SkyView::points     ? SkyView::parallel
                            : shown_view() == SkyView::parallel ? SkyView::levels
                                                                : SkyView::points;
            });
        add("scene.fit", "Show everything", "Look at all rows as in the beginning.", GLFW_KEY_F,
            [this](SkySetup& next) {
                next.camera = {};
                next.brushes.clear();
                zoom_.reset();
            });
    }

private:
    static void draw_anew(SkySetup& setup) {
        setup.seed = setup.seed == SkySetup::most_seed ? 0 : setup.seed + 1;
    }

    bool has_steps() const { return run_ && run_->size() > 0; }
    int pinned_point() const { return run_ ? run_->point_of(setup_.pinned) : -1; }
    void pin(int point) {
        SkySetup next = setup_;
        next.pinned = point < 0 ? -1 : static_cast<int>(run_->rows[static_cast<std::size_t>(point)]);
        change(next);
        host_.redraw();
    }

    SkyView shown_view() const {
        if (setup_.view != SkyView::automatic || !run_)
            return setup_.view;
        return run_->dimensions() <= 3 ? SkyView::points : SkyView::parallel;
    }

    std::vector<std::string> column_titles() const {
        std::vector<std::string> titles;
        for (int column = 0; run_ && column < run_->dimensions(); ++column)
            titles.push_back(run_->columns[static_cast<std::size_t>(column)].title);
        return titles;
    }

    /// Updates whatever depends on the setup; nothing before enter().
    void change(const SkySetup& setup) {
        const SkySetup before = std::exchange(setup_, setup);
        if (!started_)
            return;
        if (!setup.same_rows(before)) {
            if (run_ && setup.same_rows(run_->setup))
                making_.cancel();
            else
                make(false);
        }
        if (has_steps() && (before.timed != setup.timed || before.measured != setup.measured))
            measure();
    }

    /// restored: the table is the last session's, whose file may be gone.
    void make(bool restored) {
        std::function<void(const std::string&)> failed;
        if (restored && !setup_.kind())
            failed = [this](const std::string& reason) { host_.log.warning(reason); };
        making_ = host_.worker.post(
            "finding a skyline",
            [setup = setup_,
             table = run_ && setup_.same_table(run_->setup) ? table_ : nullptr](WorkerContext& context) {
                const CancelHook cancelled = context.cancel_hook();
                return std::make_shared<const SkyRun>(
                    run_sky(setup, table ? table : make_sky_table(setup, cancelled), cancelled));
            },
            [this](const std::shared_ptr<const SkyRun>& run) { take(run); }, failed);
    }

    void take(std::shared_ptr<const SkyRun> run) {
        const bool at_end = transport_.count() > 0 && transport_.position() + 1 == transport_.count();
        run_ = std::move(run);
        table_ = run_->table;
        hovered_ = -1;
        sight_step_ = -1;
        transport_.set_count(sky_steps(*run_));
        if (at_end)
            transport_.last();
        check_.reset();
        if (has_steps()) {
            check();
            measure();
        }
    }

    void check() {
        check_.reset();
        checking_ = host_.worker.post(
            "finding a skyline on the GPU",
            [run = run_](WorkerContext& context) {
                return check_on_gpu(context.machine(), *run, context.cancel_hook());
            },
            [this](const SkyCheck& check) { check_ = check; });
    }

    /// Starts the measurement if it is wanted; one that is running ends.
    void measure() {
        measured_.reset();
        measuring_.cancel();
        if (!setup_.timed)
            return;
        measuring_ = host_.worker.post(
            "measuring skylines",
            [run = run_, setup = setup_](WorkerContext& context) {
                const auto progress = [&](double part) { context.progress(part, "measuring skylines"); };
                return measure_sky(context.machine(), *run, setup, progress, context.cancel_hook());
            },
            [this](const SkyMeasured& measured) { measured_ = measured; });
    }

    void draw_measured(const std::vector<Property>& rows, SkySetup& next) {
        const Look& look = host_.look;
        section(look, "Measured");
        draw_rows(look, rows, {"measured"});
        const std::int64_t count =
            next.kind() ? next.measured : static_cast<std::int64_t>(run_->whole.size());
        if (job_controls(
                look, measuring_, fmt::format("Search {} rows", with_commas(count)),
                "On the CPU and by compute shaders: how long that takes, and whether both find the same.",
                "Stop the measurement.", next.timed))
            measure();
        if (!measuring_.pending() && measured_)
            show_sky_measured(look, *measured_);
    }

    void show_rows_left_out() const {
        const auto whole = static_cast<std::int64_t>(run_->whole.size());
        if (whole < run_->table->rows)
            note(host_.look,
                 fmt::format("{} of {} rows have no number in one of the columns, and are left out.",
                             with_commas(run_->table->rows - whole), with_commas(run_->table->rows)));
        if (run_->is_sample())
            note(
                host_.look,
                fmt::format("The steps trace {} of the {} rows, drawn at random. A measurement searches all.",
                            with_commas(run_->size()), with_commas(whole)));
        if (run_->drawn.size() < run_->rows.size())
            note(host_.look, fmt::format("Of these, {} are drawn.", run_->drawn.size()));
    }

    Verdict verdict() const {
        GpuFinding finding{.pending = checking_.pending(), .made = check_.has_value()};
        if (check_) {
            finding.not_run = check_->not_run;
            finding.difference = check_->difference;
        }
        return gpu_verdict(host_.look, finding,
                           "Compute shaders find the skyline too, to be compared with the CPU's.",
                           "The skyline could not be found on the GPU: see the log.",
                           fmt::format("SkyAlign by compute shaders has the same {} rows in the skyline, and "
                                       "the same rows, prunings and tests in each level.",
                                       with_commas(static_cast<std::int64_t>(run_->trace.found.ids.size()))));
    }

    /// What the current step shows.
    const SkySight& sight() {
        if (sight_step_ != transport_.position()) {
            sight_step_ = transport_.position();
            sight_ = sky_sight(*run_, sight_step_);
        }
        return sight_;
    }

    SkyAnswer draw_picture(const SkyPicture& picture, const Rect& area) {
        if (shown_view() == SkyView::parallel)
            return draw_sky_parallel(host_.look, picture, area);
        return run_->dimensions() <= 2 ? draw_sky_plane(host_.look, picture, area, zoom_)
                                       : draw_sky_space(host_.look, picture, area);
    }

    void draw_run() {
        const Look& look = host_.look;
        const SkySight& sight = this->sight();
        const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        step_heading(look, sight.title, sight.sentence, verdict());
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const Rect area{low.x, low.y, window.x + size.x, window.y + size.y};
        if (shown_view() == SkyView::levels)
            return draw_level_charts(look, *run_, check_ ? &*check_ : nullptr, area.inset(look.px(8), 0),
                                     charts_);
        const SkyAnswer answer = draw_picture({*run_, sight, setup_, hovered_, pinned_point()}, area);
        if (std::exchange(hovered_, answer.hovered) != answer.hovered)
            host_.redraw();
        change(answer.setup);
        const Gesture gesture = gesture_in(area);
        if (gesture == Gesture::unpin || (gesture == Gesture::pin && hovered_ >= 0))
            pin(gesture == Gesture::pin ? hovered_ : -1);
    }

    Host& host_;
    SkySetup setup_;
    bool started_ = false;
    std::shared_ptr<const SkyRun> run_;     ///< null before the first has been made
    std::shared_ptr<const SkyTable> table_; ///< of run_, unless it is to be read again
    Transport transport_;
    Zoom zoom_; ///< of the plane
    SkySight sight_;
    int sight_step_ = -1; ///< the step of sight_; -1: sight_ is stale
    int hovered_ = -1;    ///< the point under the mouse in the last frame
    SkyCharts charts_;
    std::optional<SkyCheck> check_;       ///< of run_; none before it has been made
    std::optional<SkyMeasured> measured_; ///< of run_ and setup_; none before it has run

    // Last, so that they are destroyed before the members that their completions use.
    Ticket making_, checking_, measuring_;
};

} // namespace

std::unique_ptr<Scene> make_skyline_scene(Host& host) {
    return std::make_unique<SkylineScene>(host);
}

} // namespace scanline::view
