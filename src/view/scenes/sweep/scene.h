#pragma once
#include "kit/chart_choices.h"
#include "kit/measured.h"
#include "scenes/sweep/export.h"
#include "scenes/sweep/form.h"
#include "scenes/sweep/model.h"

#include <chrono>
#include <map>
#include <optional>

namespace scanline::view::sweep {

/// The page in the middle.
enum class Tab { chart, table, claims };
struct TabRow {
    Tab value;
    std::string_view name;
    const char *title, *description;
};
constexpr auto table_of(Tab) {
    using enum Tab;
    return std::to_array<TabRow>(
        {{chart, "chart", "Chart", "What has been measured, drawn over an axis."},
         {table, "table", "Rows", "What has been measured, a row for each combination."},
         {claims, "claims", "Claims", "What the papers say, and whether it holds on this machine."}});
}
using scanline::to_string;

/// Measurements: a form, a run on the worker, its live chart, rows and claims, with earlier results overlaid.
class SweepScene final : public Scene {
public:
    explicit SweepScene(Host& host);

    SceneTexts texts() const override {
        return {.name = "sweep",
                .title = "Measurements",
                .summary = "Measure any experiment over its axes, and watch the chart grow.",
                .group = "Measuring",
                .highlights = "Charts that fill in; the claims of papers; earlier results laid over."};
    }

    void enter() override;
    void update() override;
    void draw() override;
    void draw_inspector() override;
    bool busy() const override;
    std::string busy_text() const override;
    std::span<const std::string_view> file_endings() const override;
    void open(const std::filesystem::path& path) override;
    std::vector<Setting> settings() const override;
    std::vector<SettingChoice> choices() override;
    void set(std::string_view key, std::string_view value) override;
    void add_actions(Actions& actions) override;

private:
    /// Derived from the model whenever that has changed.
    struct Shown {
        int revision = -1;
        std::string x_axis;
        std::vector<std::string> x_axes;
        std::vector<bench::Figure> figures;
        Table table;
    };

    void run();
    void take_rows();
    /// Measures the next of queue_ by its whole plan.
    void run_next();
    /// Keeps the results of a run that ended with rows.
    void keep();
    /// Deletes the chosen one of the earlier sweeps; the notice of it can put it back. Errors: failure if its
    /// file stays.
    void remove_kept();
    /// Reads a file, and hands it to the model under this name.
    void read(const std::filesystem::path& path, const std::string& name,
              void (Model::*take)(const std::string&, bench::Results));
    void write(const ExportFormat& format);
    std::string progress_text(double fraction) const; ///< progress of the run: "25 %, 12 s left"
    /// The current figure, with the choices applied; none if there is none.
    std::optional<bench::Figure> figure() const;
    std::size_t figure_index() const;

    // The middle.
    void draw_tab_bar();
    void draw_hint();
    void draw_table() const;
    void draw_claims();
    /// The chart; a click on a point offers the scene that shows it.
    void draw_figure(const bench::Figure& figure);

    // The inspector.
    void draw_run();
    void draw_progress();
    void draw_axes();
    void draw_chart_choices();
    void draw_overlays();
    void draw_kept();
    void draw_export();
    /// Controls that go through set(). Rejected text stays in its field, with the reason.
    void draw_text_row(const Property& row);
    void draw_list_row(const Property& row, const bench::Axis& axis);
    void draw_choice_row(const Property& row, const std::vector<std::string>& choices);

    Host& host_;
    Form form_;
    Model model_;
    ChartChoices choices_;
    std::string x_axis_ = "auto";
    std::size_t figure_ = 0;
    Tab tab_ = Tab::chart;
    std::string folder_ = "scanline-results";
    const std::vector<Property> rows_; ///< of the settings that do not belong to the form

    Shown shown_;
    std::shared_ptr<Feed> feed_;
    Ticket run_;
    std::vector<Ticket> files_;   ///< jobs that read and write files
    std::vector<KeptSweep> kept_; ///< earlier sweeps, newest first
    int chosen_ = 0;              ///< of kept_
    bool opened_ = false;         ///< a file: no earlier sweep is shown in its place
    bool cancelled_ = false;      ///< the run has been asked to end
    bool listed_ = false;         ///< they have been asked for
    std::vector<Judged> judged_;
    std::vector<std::string> queue_; ///< experiments that are still to run
    std::optional<ShownRow> picked_; ///< of the point that was clicked
    std::chrono::steady_clock::time_point begun_{};
    const ExportFormat* wanted_export_ = nullptr; ///< written in update(), where pictures can be drawn
    /// Fields whose text the form rejects: what was typed, and the error.
    struct Refused {
        std::string text, reason;
    };
    std::map<std::string, Refused, std::less<>> refused_;
};

} // namespace scanline::view::sweep
