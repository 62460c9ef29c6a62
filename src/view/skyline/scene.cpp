#include "kit/number_buttons.h"
#include "kit/run_scene.h"
#include "scanline/core/format.h"
#include "skyline/drawing.h"
#include "skyline/listing.h"
#include "skyline/marks.h"
#include "skyline/panel.h"
#include "skyline/pin.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

constexpr std::array<std::pair<int, const char*>, 4> row_numbers{
    {{50, "50"}, {200, "200"}, {1000, "1k"}, {2000, "2k"}}};

constexpr RunSceneTexts sky_texts{
    .name = "skyline",
    .title = "Skylines, level by level",
    .summary = "The rows of a table that no other row dominates, found by SkyAlign: your own CSV or "
               "generated.",
    .group = "Data analysis",
    .elements = "rows",
    .none = "There is no table yet.",
    .empty = "No row has a number in all of these columns: there is no skyline.",
    .checking = "Compute shaders find the skyline too, to be compared with the CPU's.",
    .failed = "The skyline could not be found on the GPU: see the log."};

/// The steps are those of SkyAlign, a level each at the end; searches of many rows are measured.
class SkylineScene final : public RunScene<SkyRun, SkySight, SkyCheck, SkyMeasured> {
public:
    explicit SkylineScene(Host& host) : RunScene(host, sky_texts) {}

    std::string step_text() const override {
        return has_elements() ? lowered(sky_sight(*run_, transport_.position()).title) : "";
    }

    std::span<const std::string_view> file_endings() const override { return data::table_endings; }
    void open(const std::filesystem::path& path) override {
        if (setup_.source != path.string()) {
            setup_.uses.clear();
            setup_.brushes.clear();
            setup_.pinned = -1;
        }
        setup_.open(path.string());
        remake();
    }

    std::optional<Pinned> pinned() const override {
        if (pinned_point() < 0)
            return std::nullopt;
        return sky_pinned(*run_, static_cast<std::uint32_t>(pinned_point()));
    }
    Listing listing() const override {
        if (!has_elements())
            return {};
        return sky_listing(*run_, sky_sight(*run_, transport_.position()), pinned_point());
    }

private:
    void add_further_actions(Actions& actions) override {
        add_change(actions, "scene.view", "Next view", "Show points, parallel axes, or charts of the levels.",
                   GLFW_KEY_V, [this](SkySetup& next) {
                       next.view = shown_view() == SkyView::points     ? SkyView::parallel
                                   : shown_view() == SkyView::parallel ? SkyView::levels
                                                                       : SkyView::points;
                   });
    }

    std::vector<Property> rows_of(SkySetup& next) const override {
        std::vector<std::string> titles;
        if (run_)
            titles = list_of_names(run_->columns, std::mem_fn(&SkyColumn::title));
        return properties_of(next, titles);
    }
    void draw_controls(const std::vector<Property>& rows, SkySetup& next) override {
        const Look& look = host_.look;
        section(look, "Table");
        draw_rows(look, rows, {"table", "dimensions", "count"});
        if (!next.is_file()) {
            number_buttons(look, row_numbers, "rows", next.count);
            if (button(look, "Other rows", "Rows of the same kind, drawn anew."))
                next.draw_anew();
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
        if (has_elements()) {
            show_sky_counts(look, *run_, sight());
            show_sky_check(look, checked_.get());
            draw_measured(rows, next);
            show_sky_legend(look, shown_view() == SkyView::parallel);
        }
        draw_reading(look, rows);
    }

    int pinned_point() const { return run_ ? run_->point_of(setup_.pinned) : -1; }

    SkyView shown_view() const {
        if (setup_.view != SkyView::automatic || !run_)
            return setup_.view;
        return run_->dimensions() <= 3 ? SkyView::points : SkyView::parallel;
    }

    void changed(const SkySetup& before) override {
        if (before.timed != setup_.timed || before.measured != setup_.measured)
            measure();
    }

    Work<SkyRun> making(bool reread) const override {
        auto table = run_ && !reread && setup_.same_source(run_->setup) ? run_->table : nullptr;
        return {"finding a skyline", "finding the skyline", [setup = setup_, table](WorkerContext& context) {
                    const CancelHook cancelled = context.cancel_hook();
                    return run_sky(setup, table ? table : make_sky_table(setup, cancelled), cancelled);
                }};
    }
    Work<SkyCheck> checking() const override {
        if (!has_elements())
            return {};
        return {"finding a skyline on the GPU", "finding it on the GPU",
                [run = run_](WorkerContext& context) {
                    return check_on_gpu(context.machine(), *run, context.cancel_hook());
                }};
    }
    Work<SkyMeasured> measuring() const override {
        if (!has_elements() || !setup_.timed)
            return {};
        return {"measuring skylines", "measuring", [run = run_, setup = setup_](WorkerContext& context) {
                    const auto progress = [&](double part) { context.progress(part, "measuring skylines"); };
                    return measure_sky(context.machine(), *run, setup, progress, context.cancel_hook());
                }};
    }
    int count_steps() override { return sky_steps(*run_); }
    SkySight sight_at(int step) const override { return sky_sight(*run_, step); }

    void draw_measured(const std::vector<Property>& rows, SkySetup& next) {
        const Look& look = host_.look;
        section(look, "Measured");
        draw_rows(look, rows, {"measured"});
        const std::int64_t count =
            next.is_file() ? static_cast<std::int64_t>(run_->whole.size()) : next.measured;
        if (job_controls(
                look, measured_.job(), fmt::format("Search {} rows", with_commas(count)),
                "On the CPU and by compute shaders: how long that takes, and whether both find the same.",
                "Stop the measurement.", next.timed))
            measure();
        if (measured_.get())
            show_sky_measured(look, *measured_.get());
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

    std::string agreement() const override {
        return fmt::format("SkyAlign by compute shaders has the same {} rows in the skyline, and "
                           "the same rows, prunings and tests in each level.",
                           with_commas(static_cast<std::int64_t>(run_->trace.found.ids.size())));
    }

    void draw_picture(const Rect& area) override {
        if (shown_view() == SkyView::levels)
            return draw_level_charts(host_.look, *run_, checked_.get(), area.inset(host_.look.px(8), 0),
                                     charts_);
        const SkyPicture picture{*run_, sight(), setup_, hovered_, pinned_point()};
        const SkyAnswer answer = shown_view() == SkyView::parallel
                                     ? draw_sky_parallel(host_.look, picture, area)
                                 : run_->dimensions() <= 2 ? draw_sky_plane(host_.look, picture, area, zoom_)
                                                           : draw_sky_space(host_.look, picture, area);
        const int row =
            answer.hovered < 0 ? -1 : static_cast<int>(run_->rows[static_cast<std::size_t>(answer.hovered)]);
        take_in(area, answer.setup, answer.hovered, row);
    }

    SkyCharts charts_;
};

} // namespace

std::unique_ptr<Scene> make_skyline_scene(Host& host) {
    return std::make_unique<SkylineScene>(host);
}

} // namespace scanline::view
