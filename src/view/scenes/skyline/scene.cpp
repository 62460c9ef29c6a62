#include "kit/job.h"
#include "kit/stage.h"
#include "scanline/core/format.h"
#include "scenes/skyline/drawing.h"
#include "scenes/skyline/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view::skyline_scene {

namespace {

constexpr std::array<std::pair<int, const char*>, 4> row_numbers{
    {{50, "50"}, {200, "200"}, {1000, "1k"}, {2000, "2k"}}};

/// The steps are those of SkyAlign, a level each at the end; searches of many rows are measured.
class Story {
public:
    using Setup = skyline_scene::Setup;
    using Run = skyline_scene::Run;
    using StepView = skyline_scene::StepView;
    using Check = skyline_scene::Check;
    using Measured = skyline_scene::Measured;
    using Steps = StepCount;
    using At = Shown<Story>;

    static constexpr StoryTexts texts{
        .scene =
            {.name = "skyline",
             .title = "Skylines, level by level",
             .summary = "The rows of a table that no other row dominates, found by SkyAlign: your own CSV or "
                        "generated.",
             .group = "Data analysis",
             .highlights =
                 "Your own CSV; who dominates whom; levels that prune; brushes; a million rows on the GPU."},
        .none = "No table loaded.",
        .empty = "No row has a number in all of these columns: there is no skyline.",
        .checking = "Compute shaders find the skyline too, to be compared with the CPU's.",
        .failed = "The skyline could not be found on the GPU: see the log."};

    static constexpr std::span<const std::string_view> endings = data::table_endings;
    static void open(Setup& setup, const std::filesystem::path& path) {
        if (setup.source != path.string()) {
            setup.uses.clear();
            setup.brushes.clear();
            setup.unpin();
        }
        setup.open(path.string());
    }

    static Work<Run> make(const Setup& setup, const std::shared_ptr<const Run>& before, bool reread) {
        auto table = before && !reread && setup.same_source(before->setup) ? before->table : nullptr;
        return {"finding a skyline", "finding the skyline", [setup, table](WorkerContext& context) {
                    const CancelHook cancelled = context.cancel_hook();
                    return run_sky(setup, table ? table : make_sky_table(setup, cancelled), cancelled);
                }};
    }
    static Work<Check> check(const Setup& /*setup*/, const std::shared_ptr<const Run>& run) {
        if (run->size() == 0)
            return {};
        return {"finding a skyline on the GPU", "finding it on the GPU", [run](WorkerContext& context) {
                    return check_on_gpu(context.machine(), *run, context.cancel_hook());
                }};
    }
    static Work<Measured> measure(const Setup& setup, const std::shared_ptr<const Run>& run) {
        if (run->size() == 0 || !setup.timed)
            return {};
        return {"measuring skylines", "measuring", [run, setup](WorkerContext& context) {
                    const auto progress = [&](double part) { context.progress(part, "measuring skylines"); };
                    return measure_sky(context.machine(), *run, setup, progress, context.cancel_hook());
                }};
    }

    static bool same_steps(const Setup& /*now*/, const Setup& /*before*/) { return true; }
    static bool same_check(const Setup& /*now*/, const Setup& /*before*/) { return true; }
    static bool same_measured(const Setup& now, const Setup& before) {
        return before.timed == now.timed && before.measured == now.measured;
    }

    static Steps steps_of(const Setup& /*setup*/, const Run& run) { return {steps_of_run(run)}; }
    static StepView view_of(const Setup& /*setup*/, const Run& run, const Steps& /*steps*/, int step) {
        return step_view(run, step);
    }

    static std::string step_text(const At& at) { return lowered(at.view.title); }
    static std::optional<Pinned> pinned(const At& at) {
        const int point = pinned_point(at);
        return point < 0 ? std::nullopt
                         : std::optional(pinned_of(at.run, static_cast<std::uint32_t>(point),
                                                   !at.prediction.hides(static_cast<std::uint64_t>(point))));
    }
    static Listing listing(const At& at) {
        if (at.run.ranks)
            return {}; // the code is SkyAlign's
        const int point = pinned_point(at);
        const bool is_told = point < 0 || !at.prediction.hides(static_cast<std::uint64_t>(point));
        return listing_of(at.run, at.view, is_told ? point : -1);
    }
    static std::vector<Written> written(const At& at) {
        return shown_view(at.setup, &at.run) == View::levels ? std::vector<Written>{}
                                                             : written_points(at.run, at.view);
    }
    static std::string question(const At&) { return "Which rows stay, and which does another one dominate?"; }
    static std::vector<Setting> counters(const At& at) {
        const StepView known = known_view(at);
        return {{"dominance tests", std::to_string(known.so_far.dominance_tests)},
                {"mask tests", std::to_string(known.so_far.mask_tests)},
                {"rows left", std::to_string(known.left + known.found)}};
    }
    static std::string agreement(const At& at) {
        return fmt::format("SkyAlign by compute shaders has the same {} rows in the skyline, and "
                           "the same rows, prunings and tests in each level.",
                           with_commas(static_cast<std::int64_t>(at.run.trace.found.ids.size())));
    }

    std::vector<StoryAction<Story>> actions() {
        std::vector<StoryAction<Story>> actions = source_actions<Story>("rows");
        actions.push_back({"scene.view", "Next view", "Show points, parallel axes, or charts of the levels.",
                           GLFW_KEY_V, [](Setup& next, const Run* run) {
                               const View now = shown_view(next, run);
                               next.view = now == View::points     ? View::parallel
                                           : now == View::parallel ? View::levels
                                                                   : View::points;
                           }});
        actions.push_back({"scene.fit", "Show everything", "Look at all rows as in the beginning.",
                           GLFW_KEY_F, [this](Setup& next, const Run*) {
                               next.camera = {};
                               next.brushes.clear();
                               zoom_.reset();
                           }});
        return actions;
    }

    static std::vector<Property> rows(Setup& next, const Run* run) {
        std::vector<std::string> titles;
        if (run)
            titles = list_of_names(run->columns, std::mem_fn(&Column::title));
        return properties_of(next, titles);
    }
    void controls(Panel<Story>& panel) {
        const Look& look = panel.look;
        const std::vector<Property>& rows = panel.rows;
        const Run* const run = panel.run;
        Setup& next = panel.next;
        section(look, "Table");
        draw_rows(look, rows, {"table", "dimensions", "count"});
        draw_points_input(look, rows, next.source, next.drawing,
                          next.draws() ? nullptr : "Clicks draw two columns of no file.", problem_);
        if (!next.is_file()) {
            number_buttons(look, row_numbers, "rows", next.count);
            if (button(look, "New sample", "Draw new random rows of the same kind."))
                next.draw_anew();
        }
        if (run) {
            show_rows_left_out(look, *run);
            section(look, "Columns");
            draw_columns(look, *run, next);
        }
        section(look, "View");
        draw_rows(look, rows, {"ranks", "view"});
        if (shown_view(next, run) == View::points && run && run->dimensions() > 2)
            for (std::size_t axis = 0; axis < next.axes.size(); ++axis) {
                // The control shows what is drawn.
                next.axes[axis] = run->axes(next)[axis];
                draw_rows(look, rows, {std::string_view("xyz").substr(axis, 1)});
            }
        if (!next.brushes.empty() && button(look, "Clear brushes", "All rows stand out again."))
            next.brushes.clear();
        draw_reading(look, rows);
    }
    static void numbers(Panel<Story>& panel) {
        if (!panel.shown)
            return;
        show_sky_counts(panel.look, *panel.run, known_view(*panel.shown));
        show_sky_check(panel.look, panel.check);
        draw_measured(panel);
    }
    static std::string answer(const At& at) {
        return fmt::format("{} of {} rows are the skyline",
                           with_commas(static_cast<std::int64_t>(at.run.trace.found.ids.size())),
                           with_commas(at.run.size()));
    }
    static void legend(Legend& legend, const At& at) {
        const View view = shown_view(at.setup, &at.run);
        if (view != View::levels)
            add_sky_legend(legend, at.run, view == View::parallel);
    }

    PictureAnswer<Setup> draw(const Look& look, const At& at, std::int64_t hovered, Rect area) {
        const View view = shown_view(at.setup, &at.run);
        if (view == View::levels) {
            draw_level_charts(look, at.run, at.check, area.inset(look.px(8), 0), charts_);
            return {hovered, at.setup};
        }
        if (at.view.ranks)
            draw_traffic(look, area, at.view.ranks->traffic);
        Picture picture{{at.run, at.view, at.setup, hovered, pinned_point(at), &at.motion, &at.prediction}};
        if (picture.moves() && at.step > 0)
            picture.before = step_view(at.run, at.step - 1).roles;
        Answer answer = view == View::parallel     ? draw_sky_parallel(look, picture, area)
                        : at.run.dimensions() <= 2 ? draw_sky_plane(look, picture, area, zoom_)
                                                   : draw_sky_space(look, picture, area);
        const int row =
            answer.hovered < 0 ? -1 : static_cast<int>(at.run.rows[static_cast<std::size_t>(answer.hovered)]);
        if (!at.setup.draws())
            answer.pin_in(area, row);
        return answer;
    }

private:
    static int pinned_point(const At& at) { return at.run.point_of(at.setup.pinned); }

    /// Of the last step of which all may be told.
    static StepView known_view(const At& at) {
        return at.prediction.hides_any() ? step_view(at.run, at.step - 1) : at.view;
    }

    static View shown_view(const Setup& setup, const Run* run) {
        if (setup.view != View::automatic || !run)
            return setup.view;
        return run->dimensions() <= 3 ? View::points : View::parallel;
    }

    static void draw_measured(Panel<Story>& panel) {
        const Look& look = panel.look;
        Setup& next = panel.next;
        section(look, "Measured");
        draw_rows(look, panel.rows, {"measured"});
        const std::int64_t count =
            next.is_file() ? static_cast<std::int64_t>(panel.run->whole.size()) : next.measured;
        panel.measure_again = job_controls(
            look, panel.measured.job(), fmt::format("Search {} rows", with_commas(count)),
            "On the CPU and by compute shaders: how long that takes, and whether both find the same.",
            "Stop the measurement.", next.timed);
        if (panel.measured.get())
            show_sky_measured(look, *panel.measured.get());
    }

    static void show_rows_left_out(const Look& look, const Run& run) {
        const auto whole = static_cast<std::int64_t>(run.whole.size());
        if (whole < run.table->rows)
            note(look, fmt::format("{} of {} rows have no number in one of the columns, and are left out.",
                                   with_commas(run.table->rows - whole), with_commas(run.table->rows)));
        if (run.is_sample())
            note(look, fmt::format(
                           "The steps trace {} of the {} rows, drawn at random. A measurement searches all.",
                           with_commas(run.size()), with_commas(whole)));
        if (run.drawn.size() < run.rows.size())
            note(look, fmt::format("Of these, {} are drawn.", run.drawn.size()));
    }

    std::string problem_; ///< with typed points
    Zoom zoom_;           ///< of the plane
    Charts charts_;
};

} // namespace

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<Stage<Story>>(host);
}

} // namespace scanline::view::skyline_scene
