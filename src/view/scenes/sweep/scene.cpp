#include "scenes/sweep/scene.h"

#include "kit/canvas.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/systems/sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::sweep {

namespace {

constexpr ImGuiTableFlags table_flags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                        ImGuiTableFlags_RowBg | ImGuiTableFlags_NoBordersInBody |
                                        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_Resizable;

Property axis_row(const char* key, const char* label, AxisChoice& choice) {
    return choice_row(key, label, choice, enumerators<AxisChoice>,
                      "How the axis is divided. A logarithmic one leaves out values of 0.",
                      list_of_names(rows_of<AxisChoice>, std::mem_fn(&AxisChoiceRow::title)));
}

} // namespace

SweepScene::SweepScene(Host& host)
    : host_(host), form_(host.systems), model_(host.systems),
      rows_{
          text_row(
              "x-axis", "Over", x_axis_,
              {"auto", "block", "elements", "density", std::string(systems::variant_bars),
               std::string(systems::stage_bars)},
              "What the times are drawn over: an axis with several values, or bars side by side, or bars "
              "of stages."),
          {.key = "figure",
           .text = [this] { return std::to_string(figure_ + 1); },
           .set =
               [this](std::string_view value) {
                   figure_ = static_cast<std::size_t>(parse_number<int>("figure", value, {1, 1000})) - 1;
               }},
          axis_row("log-x", "X axis", choices_.x),
          axis_row("log-y", "Y axis", choices_.y),
          toggle_row("bands", "Quartiles", choices_.bands,
                     "A band around each line: half of the repetitions lie in it."),
          toggle_row("roof", "Roof", choices_.roof,
                     "The line of the roof: a pass that touches every element once, measured in the same "
                     "run."),
          choice_row("tab", "Tab", tab_, enumerators<Tab>, "What the middle shows."),
          {.key = "folder",
           .label = "Folder",
           .tooltip = "Where the files are written, whole or not at all; made where it is missing.",
           .text = [this] { return folder_; },
           .set =
               [this](std::string_view value) {
                   if (value.empty())
                       throw usage_error("folder=: folder takes a folder to write exports to");
                   folder_ = value;
               }},
          {.key = "open",
           .text = [] { return std::string(); },
           .set =
               [this](std::string_view value) {
                   if (!value.empty())
                       open(std::filesystem::path(value));
               }},
      } {}

void SweepScene::run() {
    if (run_.pending())
        return;
    feed_ = std::make_shared<Feed>();
    model_.begin(sweep_header(form_, host_.masks, host_.worker));
    choices_.hidden.clear();
    figure_ = 0;
    cancelled_ = false;
    if (tab_ == Tab::claims) // there are none before the end
        tab_ = Tab::chart;
    begun_ = std::chrono::steady_clock::now();
    run_ = post_sweep(host_.worker, form_, host_.masks, feed_, [this](bench::Results results) {
        model_.finish(std::move(results));
        keep();
    });
}

void SweepScene::enter() {
    if (std::exchange(listed_, true) || host_.sweeps.empty())
        return;
    files_.push_back(host_.worker.post(
        "reading earlier sweeps",
        [folder = host_.sweeps](WorkerContext& context) {
            return kept_sweeps(folder, [&](const std::string& line) { context.note(line); });
        },
        [this](const std::vector<KeptSweep>& found) {
            kept_.insert(kept_.end(), found.begin(), found.end());
            if (!kept_.empty() && !opened_ && !run_.pending() && model_.results().rows.empty())
                read(kept_.front().path, kept_.front().date, &Model::show);
        }));
}

void SweepScene::keep() {
    if (host_.sweeps.empty() || model_.results().rows.empty())
        return;
    files_.push_back(host_.worker.post(
        "keeping the measurement",
        [folder = host_.sweeps, results = model_.results()](WorkerContext&) {
            return keep_sweep(folder, results);
        },
        [this](const KeptSweep& kept) {
            kept_.insert(kept_.begin(), kept);
            kept_.resize(std::min(kept_.size(), max_kept_sweeps));
            chosen_ = 0;
        },
        [this](const std::string& error) { host_.log.warning(error); }));
}

void SweepScene::take_rows() {
    if (model_.state() != State::running)
        return;
    if (const auto& [rows, roof] = feed_->take(); !rows.empty())
        model_.add(rows, roof);
    // The worker has logged the error.
    if (!run_.pending())
        model_.fail();
}

void SweepScene::update() {
    take_rows();
    std::erase_if(files_, [](const Ticket& ticket) { return !ticket.pending(); });
    if (shown_.revision != model_.revision() && model_.state() != State::running)
        model_.judge(judged_);
    if (shown_.revision != model_.revision() || shown_.x_axis != x_axis_)
        shown_ = {model_.revision(), x_axis_, model_.x_axes(), model_.figures(x_axis_),
                  table_of(model_.results())};
    run_next();
    if (const ExportFormat* format = std::exchange(wanted_export_, nullptr))
        write(*format);
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
    if (cancelled_)
        return "Cancelled; ends after the repetition that runs";
    const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - begun_;
    constexpr double foretold_from = 0.1; // the first groups say little of the others
    const std::string left = fraction < foretold_from ? "" : time_left(fraction, so_far.count());
    return fmt::format("{:.0f} %{}{}", 100 * fraction, left.empty() ? "" : ", ", left);
}

std::span<const std::string_view> SweepScene::file_endings() const {
    static constexpr std::array<std::string_view, 1> results{".json"};
    return results;
}

void SweepScene::open(const std::filesystem::path& path) {
    opened_ = true;
    read(path, path.stem().string(), &Model::open);
}

void SweepScene::read(const std::filesystem::path& path, const std::string& name,
                      void (Model::*take)(const std::string&, bench::Results)) {
    files_.push_back(host_.worker.post(
        "reading " + path.filename().string(),
        [path](WorkerContext&) {
            bench::Results results = bench::read_results(path);
            if (results.rows.empty())
                throw Error(printable_path(path) + " has no rows: open a result with measurements");
            return results;
        },
        [this, name, take](const bench::Results& results) {
            // A run has begun in the meantime: it is not replaced.
            (model_.*(run_.pending() ? &Model::open : take))(name, results);
            host_.log.info("Opened " + name);
        }));
}

void SweepScene::write(const ExportFormat& format) {
    const auto with_source = [this](const auto& use) {
        const std::optional<bench::Figure> shown = figure();
        return use(
            ExportSource{model_.results(), shown ? &*shown : nullptr, choices_, host_.look, host_.renderer});
    };
    const std::filesystem::path path =
        with_source([&](const ExportSource& source) { return export_path(folder_, format, source); });
    host_.exports->save(path, [with_source, &format](const std::filesystem::path& file) {
        with_source([&](const ExportSource& source) { export_to(file, format, source); });
    });
}

std::vector<Setting> SweepScene::settings() const {
    std::vector<Setting> settings = form_.settings();
    std::ranges::move(settings_of(rows_), std::back_inserter(settings));
    return settings;
}

std::vector<SettingChoice> SweepScene::choices() {
    std::vector<SettingChoice> choices = choices_of(form_.properties());
    std::ranges::move(choices_of(rows_), std::back_inserter(choices));
    return choices;
}

void SweepScene::set(std::string_view key, std::string_view value) {
    if (form_.set(key, value)) {
        // Another experiment has other fields.
        if (key == "experiment")
            refused_.clear();
    } else if (const auto row = std::ranges::find(rows_, key, &Property::key); row != rows_.end()) {
        row->set(value);
    } else {
        throw_unknown_setting(name(), key, settings());
    }
    refused_.erase(std::string(key));
}

void SweepScene::add_actions(Actions& actions) {
    actions.add(
        "scene.run", "Scene", "Measure", "Measure what the form asks for.", {}, [this] { run(); }, {},
        [this] { return !run_.pending(); });
    actions.add(
        "scene.cancel", "Scene", "Cancel the measurement",
        "End the measurement; the rows that are finished stay.", {},
        [this] {
            run_.stop();
            cancelled_ = true;
        },
        {}, [this] { return run_.pending() && !cancelled_; });
    for (const ExportFormat& format : export_formats)
        actions.add(
            fmt::format("scene.export-{}", format.ending), "Scene", fmt::format("Export {}", format.title),
            fmt::format("Write the {} as {}.", format.is_chart ? "chart" : "rows", format.title), {},
            [this, &format] {
                wanted_export_ = &format;
                host_.redraw();
            },
            {}, [this] { return !model_.results().rows.empty(); });
}

void SweepScene::draw() {
    const Look& look = host_.look;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
    ImGui::BeginChild("sweep", {0, 0}, false,
                      ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar);
    ImGui::PopStyleVar();
    draw_tab_bar();
    if (model_.results().rows.empty() && tab_ != Tab::claims) {
        draw_hint();
    } else {
        switch (tab_) {
        case Tab::chart:
            if (const std::optional<bench::Figure> shown = figure())
                draw_figure(*shown);
            else
                note(look,
                     "There is no figure of these rows: see Rows for their times, or why there are none.");
            break;
        case Tab::table: draw_table(); break;
        case Tab::claims: draw_claims(); break;
        }
    }
    ImGui::EndChild();
}

void SweepScene::draw_tab_bar() {
    const Look& look = host_.look;
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    const float end = begin.x + ImGui::GetContentRegionAvail().x;
    const float bottom = begin.y + ImGui::GetFrameHeight() + look.px(2);
    ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32_BLACK_TRANS);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    for (const Tab tab : enumerators<Tab>) {
        ImGui::PushStyleColor(ImGuiCol_Text, tab == tab_ ? palette.text : palette.dim);
        if (ImGui::Button(row_of(tab).title))
            tab_ = tab;
        ImGui::PopStyleColor();
        tooltip(row_of(tab).description);
        if (tab == tab_)
            list.AddRectFilled({ImGui::GetItemRectMin().x, bottom - look.px(2)},
                               {ImGui::GetItemRectMax().x, bottom}, palette.accent);
        ImGui::SameLine(0, look.px(4));
    }
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const std::string state = fmt::format(
        "{}, {} rows", model_.state() == State::running && cancelled_ ? "ending" : to_string(model_.state()),
        model_.results().rows.size());
    const float width = ImGui::CalcTextSize(state.c_str()).x;
    if (model_.state() != State::idle && ImGui::GetCursorScreenPos().x + width < end) {
        ImGui::SetCursorScreenPos({end - width, ImGui::GetCursorScreenPos().y});
        ImGui::AlignTextToFramePadding();
        coloured_text(palette.dim, state);
    } else {
        ImGui::NewLine();
    }
    list.AddLine({begin.x, bottom}, {end, bottom}, palette.line);
    ImGui::Dummy({0, look.px(4)});
}

void SweepScene::draw_hint() {
    const Look& look = host_.look;
    const bool running = model_.state() == State::running;
    ImGui::Dummy({0, running ? ImGui::GetContentRegionAvail().y * 0.36f : look.px(16)});
    ImGui::PushFont(look.fonts.heading);
    aligned_text(running ? "Measuring" : "Nothing measured yet", 0.5f);
    ImGui::PopFont();
    ImGui::PushStyleColor(ImGuiCol_Text, look.palette().dim);
    const char* const text = running ? "The first rows come when a group of repetitions is done."
                                     : "Choose what to measure, and press Run; or drop a result here, the "
                                       "JSON file of scanline bench.";
    const float whole = ImGui::GetContentRegionAvail().x,
                wide = std::ceil(ImGui::CalcTextSize(text, nullptr, false, whole).x);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + (whole - wide) / 2);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + wide);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    if (!running) {
        ImGui::Dummy({0, look.px(10)});
        const float room = ImGui::GetContentRegionAvail().x, width = std::min(room, look.px(600));
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + (room - width) / 2);
        ImGui::BeginChild("experiments", {width, 0});
        ImGui::Indent(look.px(8));
        const Property experiments = form_.properties().front();
        for (const auto& [title, name] : experiments.choices) {
            const std::string shown = elided(title, [&](const std::string& part) {
                return ImGui::CalcTextSize(part.c_str()).x <= ImGui::GetContentRegionAvail().x;
            });
            ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5f});
            ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                                {look.px(16), look.px(2)}); // half of it beside the text
            if (ImGui::Selectable((shown + "###" + name).c_str(), name == form_.experiment().name, 0,
                                  {0, ImGui::GetFrameHeight()}))
                set("experiment", name);
            ImGui::PopStyleVar(2);
            if (shown != title)
                tooltip(title.c_str());
        }
        ImGui::EndChild();
    }
    ImGui::PopStyleColor();
}

void SweepScene::draw_table() const {
    const Table& table = shown_.table;
    const Look& look = host_.look;
    if (!table.common.empty()) {
        note(look, table.common);
        ImGui::Dummy({0, look.px(2)});
    }
    ImGui::PushFont(look.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {look.px(8), look.px(3)});
    if (ImGui::BeginTable("rows", static_cast<int>(table.columns.size()), table_flags)) {
        ImGui::TableSetupScrollFreeze(0, 1);
        for (const Table::Column& column : table.columns)
            ImGui::TableSetupColumn(column.title.c_str());
        ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
        for (const Table::Column& column : table.columns) {
            ImGui::TableNextColumn();
            ImGui::TableHeader(column.title.c_str());
            tooltip(column.description.c_str());
        }
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(table.rows.size()));
        while (clipper.Step()) {
            for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
                ImGui::TableNextRow();
                for (std::size_t column = 0; column < table.columns.size(); ++column) {
                    ImGui::TableNextColumn();
                    aligned_text(table.rows[static_cast<std::size_t>(row)][column],
                                 table.columns[column].number ? 1.0f : 0.0f);
                }
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<SweepScene>(host);
}

} // namespace scanline::view::sweep
