#include "sweep/sweep_scene.h"

#include "scanline/bench/report.h"
#include "scanline/bench/sweep_figures.h"
#include "scanline/bench/wording.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view {

namespace {

/// What a free sweep can be drawn over; auto: the best of those that its rows have.
constexpr std::array<std::string_view, 6> x_axis_names{
    "auto", "block", "elements", "density", bench::variant_bars, bench::stage_bars};

} // namespace

std::string_view to_string(SweepTab tab) {
    switch (tab) {
    case SweepTab::chart: return "chart";
    case SweepTab::table: return "table";
    case SweepTab::claims: return "claims";
    }
    return "";
}

void SweepScene::run() {
    if (run_.pending())
        return;
    feed_ = std::make_shared<SweepFeed>();
    model_.begin(sweep_header(form_, host_.masks, host_.worker));
    choices_.hidden.clear();
    figure_ = 0;
    begun_ = std::chrono::steady_clock::now();
    run_ = post_sweep(host_.worker, form_, host_.masks, feed_,
                      [this](bench::Results results) { model_.finish(std::move(results)); });
}

void SweepScene::take_rows() {
    if (model_.state() != SweepState::running)
        return;
    if (const std::vector<bench::Row> rows = feed_->take(); !rows.empty())
        model_.add(rows);
    // What went wrong has been told to the log by the worker.
    if (!run_.pending())
        model_.fail();
}

void SweepScene::update() {
    take_rows();
    std::erase_if(files_, [](const Ticket& ticket) { return !ticket.pending(); });
    refresh_shown();
    if (const auto format = std::exchange(wanted_export_, std::nullopt))
        write(*format);
}

void SweepScene::refresh_shown() {
    if (shown_.revision == model_.revision() && shown_.x_axis == x_axis_)
        return;
    shown_ = {model_.revision(),       x_axis_,         model_.x_axes(),
              model_.figures(x_axis_), model_.claims(), sweep_table(model_.results())};
}

std::size_t SweepScene::figure_index() const {
    return std::min(figure_, shown_.figures.empty() ? 0 : shown_.figures.size() - 1);
}

std::optional<bench::Figure> SweepScene::figure() const {
    if (shown_.figures.empty())
        return std::nullopt;
    bench::Figure figure = shown_.figures[figure_index()];
    figure.chart = chosen(std::move(figure.chart), choices_, model_.results().roof);
    return figure;
}

bool SweepScene::busy() const {
    return run_.pending() || std::ranges::any_of(files_, &Ticket::pending);
}

std::string SweepScene::busy_text() const {
    if (!run_.pending())
        return busy() ? files_.back().progress().what : std::string();
    const Ticket::Progress progress = run_.progress();
    return progress_text(progress.fraction) + ": " + progress.what;
}

std::string SweepScene::progress_text(double fraction) const {
    const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - begun_;
    const std::string left = bench::time_left(fraction, so_far.count());
    return fmt::format("{:.0f} %{}{}", 100 * fraction, left.empty() ? "" : ", ", left);
}

std::span<const std::string_view> SweepScene::file_endings() const {
    static constexpr std::array<std::string_view, 1> results{".json"};
    return results;
}

void SweepScene::open(const std::filesystem::path& path) {
    const std::string name = path.stem().string();
    files_.push_back(host_.worker.post(
        "reading " + path.filename().string(), [this, path, name](WorkerContext&) -> Worker::Completion {
            bench::Results results = bench::read_results(path);
            if (results.rows.empty())
                throw Error(printable_path(path) + " has no rows: open a result with measurements");
            return [this, name, results = std::move(results)] {
                model_.open(name, results);
                host_.log.info("Opened " + name);
            };
        }));
}

void SweepScene::export_as(ExportFormat format) {
    wanted_export_ = format;
    host_.redraw();
}

void SweepScene::write(ExportFormat format) {
    const std::optional<bench::Figure> shown = figure();
    const bool needs_figure = format == ExportFormat::svg || format == ExportFormat::png;
    if (model_.results().rows.empty() || (needs_figure && !shown))
        throw Error("there is nothing to export yet: measure something, or open a result");
    std::filesystem::path path;
    switch (format) {
    case ExportFormat::csv: path = export_csv(folder_, model_.results()); break;
    case ExportFormat::json: path = export_json(folder_, model_.results()); break;
    case ExportFormat::svg: path = export_svg(folder_, *shown, choices_); break;
    case ExportFormat::png:
        if (!host_.renderer)
            throw Error("a picture needs a window or a headless OpenGL to be drawn with: export SVG instead");
        path = export_png(folder_, *shown, choices_, *host_.renderer, host_.look);
        break;
    }
    host_.log.info(fmt::format("Wrote {}", printable_path(std::filesystem::absolute(path))));
}

std::vector<Setting> SweepScene::settings() const {
    std::vector<Setting> settings = form_.settings();
    settings.insert(
        settings.end(),
        {{"x-axis", x_axis_, fmt::format("{}", fmt::join(x_axis_names, ", ")),
          "What a free sweep is drawn over."},
         {"figure", fmt::format("{}", figure_ + 1), "a number from 1", "Which of several figures is shown."},
         {"log-x", std::string(to_string(choices_.x)), names_of(all_axis_choices), "A logarithmic x axis."},
         {"log-y", std::string(to_string(choices_.y)), names_of(all_axis_choices), "A logarithmic y axis."},
         {"bands", to_text(choices_.bands), "true, false", "The quartiles around lines."},
         {"roof", to_text(choices_.roof), "true, false", "The line of the roof."},
         {"tab", std::string(to_string(tab_)), names_of(all_sweep_tabs), "What the middle shows."},
         {"folder", folder_, "a folder", "Where exports are written."},
         {"open", "", "a result as JSON", "Shows an earlier result, or draws it over what is shown."}});
    return settings;
}

void SweepScene::set(std::string_view key, std::string_view value) {
    if (form_.set(key, value)) {
        // Another experiment has other fields.
        if (key == "experiment")
            refused_.clear();
        else
            refused_.erase(std::string(key));
        return;
    }
    if (key == "x-axis") {
        if (std::ranges::find(x_axis_names, value) == x_axis_names.end())
            throw usage_error(
                fmt::format("x-axis={}: x-axis takes {}", value, fmt::join(x_axis_names, ", ")));
        x_axis_ = value;
    } else if (key == "figure") {
        figure_ = static_cast<std::size_t>(parse_int(key, value, 1, 1000)) - 1;
    } else if (key == "log-x") {
        choices_.x = parse_choice(key, value, all_axis_choices);
    } else if (key == "log-y") {
        choices_.y = parse_choice(key, value, all_axis_choices);
    } else if (key == "bands") {
        choices_.bands = parse_bool(key, value);
    } else if (key == "roof") {
        choices_.roof = parse_bool(key, value);
    } else if (key == "tab") {
        tab_ = parse_choice(key, value, all_sweep_tabs);
    } else if (key == "folder") {
        if (value.empty())
            throw usage_error("folder=: folder takes a folder to write exports to");
        folder_ = value;
    } else if (key == "open") {
        if (!value.empty())
            open(std::filesystem::path(value));
    } else {
        throw_unknown_setting(name(), key, settings());
    }
}

void SweepScene::add_actions(Actions& actions) {
    actions.add({.id = "scene.run",
                 .menu = "Scene",
                 .title = "Measure",
                 .description = "Measure what the form asks for.",
                 .run = [this] { run(); },
                 .enabled = [this] { return !run_.pending(); }});
    actions.add({.id = "scene.cancel",
                 .menu = "Scene",
                 .title = "Cancel the measurement",
                 .description = "End the measurement; the rows that are finished stay.",
                 .run = [this] { run_.stop(); },
                 .enabled = [this] { return run_.pending(); }});
    for (const ExportFormat format : all_export_formats) {
        const std::string_view title = title_of(format);
        const bool picture = format == ExportFormat::svg || format == ExportFormat::png;
        actions.add({.id = fmt::format("scene.export-{}", to_string(format)),
                     .menu = "Scene",
                     .title = fmt::format("Export {}", title),
                     .description = fmt::format("Write the {} as {}.", picture ? "chart" : "rows", title),
                     .run = [this, format] { export_as(format); },
                     .enabled = [this] { return !model_.results().rows.empty(); }});
    }
}

std::unique_ptr<Scene> make_sweep_scene(Host& host) {
    return std::make_unique<SweepScene>(host);
}

} // namespace scanline::view
