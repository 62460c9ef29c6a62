#include "scenes/sweep/scene.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <fmt/format.h>

// The right panel of the scene: what to measure, how to show it, what to do with it.

namespace scanline::view::sweep {

void SweepScene::draw_inspector() {
    draw_run();
    draw_chart_choices();
    draw_axes();
    draw_overlays();
    draw_kept();
    draw_export();
}

void SweepScene::draw_run() {
    const Look& look = host_.look;
    section(look, "Measure");
    const Property row = form_.properties().front();
    if (const auto picked = draw_choices(look, row, row.text()))
        set(row.key, *picked);
    const bench::Experiment& experiment = form_.experiment();
    note(look, experiment.title);
    if (!experiment.source.empty())
        note(look, experiment.source);
    const std::vector<Property> rows = form_.properties();
    if (experiment.quick)
        draw_rows(look, rows, {"quick"});
    if (!experiment.peers.empty())
        draw_rows(look, rows, {"peers"});
    ImGui::Dummy({0, look.px(2)});
    if (run_.pending()) {
        draw_progress();
    } else {
        ImGui::BeginDisabled(!refused_.empty());
        const bool pressed = accent_button(look, "Run", {-1, 0});
        ImGui::EndDisabled();
        tooltip(
            "Measure, and watch the chart grow. Every finished sweep is kept among the earlier ones below.");
        if (pressed)
            host_.actions.run("scene.run");
    }
    if (!refused_.empty())
        note(look, "A field below has a value that it does not take.");
}

void SweepScene::draw_progress() {
    const Look& look = host_.look;
    // Where Run was.
    if (button(look, cancelled_ ? "Cancelling ..." : "Cancel",
               "End the measurement; the rows that are finished stay.", !cancelled_))
        host_.actions.run("scene.cancel");
    const Ticket::Progress progress = run_.progress();
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, look.palette().accent);
    ImGui::ProgressBar(static_cast<float>(progress.fraction), {-1, look.px(8)}, "");
    ImGui::PopStyleColor();
    note(look, progress_text(progress.fraction));
    note(look, progress.what);
}

void SweepScene::draw_text_row(const Property& row) {
    const auto refused = refused_.find(row.key);
    std::string text = refused == refused_.end() ? row.text() : refused->second.text;
    if (text_field(host_.look, row.label.c_str(), text, row.tooltip.c_str())) {
        try {
            set(row.key, text);
        } catch (const Error& error) {
            refused_[row.key] = {text, error.what()};
        }
    }
    // Not while typing: an incomplete number is not an error yet.
    if (const auto now = refused_.find(row.key); now != refused_.end() && !ImGui::IsItemActive())
        coloured_text(host_.look.palette().error, now->second.reason, true);
}

void SweepScene::draw_list_row(const Property& row, const bench::Axis& axis) {
    const std::vector<std::string> chosen = split_list(row.key, row.text());
    const bool every = std::ranges::count(chosen, "all") > 0;
    std::vector<std::string> names = axis.choices;
    std::erase(names, "all");
    std::vector<bool> on;
    for (const std::string& name : names)
        on.push_back(every || std::ranges::count(chosen, name) > 0);
    if (!multi_choice(host_.look, row.label.c_str(), names, on, row.tooltip.c_str()))
        return;
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (on[i])
            entries.push_back(names[i]);
    }
    // Keeps the last value if the experiment has no default.
    if (!entries.empty() || axis.values.empty())
        set(row.key, join_list(entries));
}

void SweepScene::draw_choice_row(const Property& row, const std::vector<std::string>& choices) {
    const auto known = std::ranges::find(choices, row.text());
    int index = known == choices.end() ? 0 : static_cast<int>(known - choices.begin());
    if (choice(host_.look, row.label.c_str(), choices, index, row.tooltip.c_str()))
        set(row.key, choices[static_cast<std::size_t>(index)]);
}

void SweepScene::draw_axes() {
    const std::vector<Property> rows = form_.properties();
    const auto row_named = [&rows](std::string_view key) {
        return *std::ranges::find(rows, key, &Property::key);
    };
    const std::vector<bench::Axis>& axes = form_.experiment().axes;
    if (!axes.empty())
        section(host_.look, "Axes");
    for (const bench::Axis& axis : axes) {
        if (!form_.applies(axis))
            continue;
        const Property row = row_named(axis.key());
        if (axis.type == bench::Axis::Type::flag) {
            bool on = row.text() == to_text(true);
            if (toggle(host_.look, row.label.c_str(), on, row.tooltip.c_str()))
                set(row.key, to_text(on));
        } else if (axis.choices.empty()) {
            draw_text_row(row);
        } else if (axis.several) {
            draw_list_row(row, axis);
        } else {
            draw_choice_row(row, axis.choices);
        }
    }
    section(host_.look, "Repetitions");
    for (const char* key : {"reps", "min-time", "max-noise", "timeout"})
        draw_text_row(row_named(key));
}

void SweepScene::draw_chart_choices() {
    const Look& look = host_.look;
    section(look, "Chart");
    if (shown_.x_axes.size() > 1)
        draw_choice_row(rows_.front(), shown_.x_axes);
    if (shown_.figures.size() > 1) {
        const std::vector<std::string> stems =
            list_of_names(shown_.figures, [](const bench::Figure& figure) { return figure.stem; });
        int index = static_cast<int>(figure_index());
        if (choice(look, "Figure", stems, index, "Which of the figures is shown."))
            figure_ = static_cast<std::size_t>(index);
    }
    draw_rows(look, rows_, {"log-y"});
    const bool bars = !shown_.figures.empty() &&
                      !std::holds_alternative<chart::LineChart>(shown_.figures[figure_index()].chart);
    if (!bars)
        draw_rows(look, rows_, {"log-x", "bands", "roof"});
}

void SweepScene::draw_overlays() {
    const Look& look = host_.look;
    section(look, "Compare with");
    if (model_.overlays().empty())
        note(look, "Open or drop the JSON file of an earlier result to draw it over this one.");
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < model_.overlays().size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        ImGui::AlignTextToFramePadding();
        if (ImGui::Button("Remove"))
            removed = i;
        tooltip("Take this result out of the chart.");
        ImGui::SameLine();
        ImGui::TextUnformatted(model_.overlays()[i].name.c_str());
        for (const std::string& difference : model_.differences(i))
            note(look, difference);
        ImGui::PopID();
    }
    if (removed)
        model_.remove_overlay(*removed);
    if (button(look, "Keep this one", "Draw what is shown over what will be measured next.",
               !model_.results().rows.empty() && !run_.pending()))
        model_.keep(model_.results().environment.date);
}

void SweepScene::draw_kept() {
    if (kept_.empty())
        return;
    const Look& look = host_.look;
    section(look, "Earlier sweeps");
    const std::vector<std::string> names = list_of_names(kept_, [](const KeptSweep& sweep) {
        return fmt::format("{}  {}", sweep.date.substr(0, 16), sweep.title);
    });
    choice(look, "Sweep", names, chosen_, "The sweeps that ended last. They are kept by themselves.");
    const KeptSweep chosen = kept_[static_cast<std::size_t>(chosen_)];
    note(look, fmt::format("{}, {} row{}, {}", chosen.title, chosen.rows, chosen.rows == 1 ? "" : "s",
                           chosen.device));
    const float gap = look.px(6), width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
    const auto pressed = [width](const char* label, const char* description, bool enabled = true) {
        ImGui::BeginDisabled(!enabled);
        const bool is_pressed = ImGui::Button(label, {width, 0});
        ImGui::EndDisabled();
        tooltip(description);
        return is_pressed;
    };
    if (pressed("Open", "Show this sweep in place of what is shown.", !run_.pending()))
        read(chosen.path, chosen.date, &Model::show);
    ImGui::SameLine(0, gap);
    if (pressed("Lay over", "Draw this sweep over what is shown."))
        read(chosen.path, chosen.date, &Model::open);
    ImGui::SameLine(0, gap);
    if (!pressed("Delete", "Delete the file of this sweep."))
        return;
    try {
        remove_kept();
    } catch (const Error& error) {
        host_.log.warning(error.what());
    }
}

void SweepScene::remove_kept() {
    const KeptSweep sweep = kept_[static_cast<std::size_t>(chosen_)];
    const std::vector<std::byte> bytes = data::read_file(sweep.path);
    std::error_code error;
    std::filesystem::remove(sweep.path, error);
    if (error)
        throw Error(fmt::format("{} stays: {}", printable_path(sweep.path), error.message()));
    kept_.erase(kept_.begin() + chosen_);
    chosen_ = std::max(0, std::min(chosen_, static_cast<int>(kept_.size()) - 1));
    host_.log.notify(
        fmt::format("Deleted the sweep of {}: {}", sweep.date, sweep.title), {}, [this, sweep, bytes] {
            try {
                data::write_file(sweep.path, bytes);
            } catch (const Error& failed) {
                return host_.log.error(failed.what());
            }
            const auto place =
                std::ranges::find_if(kept_, [&](const KeptSweep& other) { return other.path < sweep.path; });
            chosen_ = static_cast<int>(kept_.insert(place, sweep) - kept_.begin());
        });
}

void SweepScene::draw_export() {
    const Look& look = host_.look;
    section(look, "Export");
    draw_text_row(*std::ranges::find(rows_, "folder", &Property::key));
    const float gap = look.px(6), width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
    ImGui::BeginDisabled(model_.results().rows.empty());
    for (const ExportFormat& format : export_formats) {
        const std::string action = fmt::format("scene.export-{}", format.ending);
        const Action* found = host_.actions.find(action);
        if (ImGui::Button(std::string(format.title).c_str(), {width, 0}))
            host_.actions.run(action);
        if (found)
            tooltip(found->description.c_str());
        if (&format != &export_formats.back())
            ImGui::SameLine(0, gap);
    }
    ImGui::EndDisabled();
    ImGui::Dummy({0, look.px(4)});
    note(look, "The same without this window:");
    note(look, form_.command(host_.masks), look.fonts.mono);
    ImGui::Dummy({0, look.px(12)});
}

} // namespace scanline::view::sweep
