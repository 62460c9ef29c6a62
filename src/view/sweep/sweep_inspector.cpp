#include "sweep/sweep_scene.h"

#include "scanline/bench/sweep_figures.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>

// The right panel of the scene: what to measure, how to look at it, what to do with it.

namespace scanline::view {

namespace {

std::string label_of(const bench::Axis& axis) {
    if (!axis.label.empty())
        return axis.label;
    std::string label = axis.key();
    std::ranges::replace(label, '-', ' ');
    label.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
    return label;
}

const char* axis_choice_title(AxisChoice choice) {
    switch (choice) {
    case AxisChoice::as_made: return "as it fits";
    case AxisChoice::linear: return "linear";
    case AxisChoice::logarithmic: return "logarithmic";
    }
    return "";
}

bool axis_row(const Look& look, const char* label, AxisChoice& choice_of_axis) {
    return choice(look, label, all_axis_choices, names_for_choice(all_axis_choices, axis_choice_title),
                  choice_of_axis, "How the axis is divided. A logarithmic one leaves out values of 0.");
}

} // namespace

void SweepScene::draw_inspector() {
    draw_run();
    draw_chart_choices();
    draw_axes();
    draw_effort();
    draw_overlays();
    draw_export();
}

void SweepScene::draw_run() {
    const Look& look = host_.look;
    section(look, "Measure");
    std::vector<std::string> names;
    int index = 0;
    for (const bench::Experiment* experiment : catalog::experiments_of(host_.systems)) {
        if (experiment == &form_.experiment())
            index = static_cast<int>(names.size());
        names.emplace_back(experiment->name);
    }
    if (choice(look, "Experiment", names, index,
               "A sweep over axes of your choice, a figure or table of a paper, or a primitive beside other "
               "libraries."))
        set("experiment", names[static_cast<std::size_t>(index)]);
    const bench::Experiment& experiment = form_.experiment();
    // What a sweep is called says all of it.
    if (!experiment.free)
        note(look, experiment.title);
    if (!experiment.source.empty())
        note(look, experiment.source);
    if (experiment.quick)
        toggle(look, "Quick", form_.quick, "Fewer and smaller cases: seconds instead of minutes.");
    if (!experiment.peers.empty())
        toggle(look, "Other libraries", form_.peers,
               "Measure beside other libraries, those of their modules that are here.");
    ImGui::Dummy({0, look.px(2)});
    if (run_.pending()) {
        draw_progress();
    } else {
        const Palette& palette = look.palette();
        ImGui::PushStyleColor(ImGuiCol_Button, palette.accent);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, mix(palette.accent, palette.text, 0.15f));
        ImGui::PushStyleColor(ImGuiCol_Text, palette.accent_text);
        const bool pressed = button(
            look, "Run", "Measure, and watch the chart grow. What is shown now goes, unless it is kept.",
            refused_.empty());
        ImGui::PopStyleColor(3);
        if (pressed)
            host_.actions.run("scene.run");
    }
    if (!refused_.empty())
        note(look, "A field below has a value that it does not take.");
}

void SweepScene::draw_progress() {
    const Look& look = host_.look;
    const Ticket::Progress progress = run_.progress();
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, look.palette().accent);
    ImGui::ProgressBar(static_cast<float>(progress.fraction), {-1, look.px(8)}, "");
    ImGui::PopStyleColor();
    note(look, progress_text(progress.fraction));
    note(look, progress.what);
    if (button(look, "Cancel", "End the measurement; the rows that are finished stay."))
        host_.actions.run("scene.cancel");
}

void SweepScene::text_row(const char* label, const char* key, const std::string& value, Tooltip tip) {
    const auto refused = refused_.find(key);
    std::string text = refused == refused_.end() ? value : refused->second.text;
    if (text_field(host_.look, label, text, tip)) {
        try {
            set(key, text);
        } catch (const Error& error) {
            refused_[key] = {text, error.what()};
        }
    }
    // Not while it is being typed: half a number is no mistake.
    if (const auto now = refused_.find(key); now != refused_.end() && !ImGui::IsItemActive()) {
        ImGui::PushStyleColor(ImGuiCol_Text, host_.look.palette().error);
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(now->second.reason.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
}

void SweepScene::list_row(const char* label, const char* key, const std::string& value,
                          const bench::Axis& axis) {
    const std::vector<std::string> chosen = split_list(key, value);
    const bool every = std::ranges::count(chosen, "all") > 0;
    std::vector<std::string> names;
    std::ranges::copy_if(axis.choices, std::back_inserter(names),
                         [](const std::string& name) { return name != "all"; });
    std::vector<bool> on;
    on.reserve(names.size());
    for (const std::string& name : names)
        on.push_back(every || std::ranges::count(chosen, name) > 0);
    if (!multi_choice(host_.look, label, names, on, axis.text.c_str()))
        return;
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (on[i])
            entries.push_back(names[i]);
    }
    // The last one stays where the experiment has no values by itself.
    if (!entries.empty() || axis.values.empty())
        set(key, join_list(entries));
}

void SweepScene::draw_axes() {
    if (form_.experiment().axes.empty())
        return;
    section(host_.look, "Axes");
    for (const bench::Axis& axis : form_.experiment().axes) {
        if (!form_.applies(axis))
            continue;
        const std::string label = label_of(axis), key = axis.key(), value = form_.text(axis);
        if (axis.type == bench::Axis::Type::flag) {
            bool on = value == to_text(true);
            if (toggle(host_.look, label.c_str(), on, axis.text.c_str()))
                set(key, to_text(on));
        } else if (axis.choices.empty()) {
            text_row(label.c_str(), key.c_str(), value, axis.text.c_str());
        } else if (axis.several) {
            list_row(label.c_str(), key.c_str(), value, axis);
        } else {
            const auto known = std::ranges::find(axis.choices, value);
            int index = known == axis.choices.end() ? 0 : static_cast<int>(known - axis.choices.begin());
            if (choice(host_.look, label.c_str(), axis.choices, index, axis.text.c_str()))
                set(key, axis.choices[static_cast<std::size_t>(index)]);
        }
    }
}

void SweepScene::draw_effort() {
    section(host_.look, "Repetitions");
    text_row("At least", "reps", fmt::format("{}", form_.repetitions),
             "So many repetitions of everything, after a warm-up.");
    text_row("Min. time (s)", "min-time", fmt::format("{}", form_.min_seconds),
             "And as many as take so many seconds.");
    text_row("Max. noise (%)", "max-noise", fmt::format("{}", form_.max_noise_percent),
             "And as many as bring the quartiles so close together, in percent of the median; 0: any.");
    text_row("Timeout (s)", "timeout", fmt::format("{}", form_.timeout_seconds),
             "What is measured side by side ends after so long with what it has.");
}

void SweepScene::draw_chart_choices() {
    const Look& look = host_.look;
    section(look, "Chart");
    if (shown_.x_axes.size() > 1) {
        const auto known = std::ranges::find(shown_.x_axes, x_axis_);
        int index = known == shown_.x_axes.end() ? 0 : static_cast<int>(known - shown_.x_axes.begin());
        if (choice(
                look, "Over", shown_.x_axes, index,
                "What the times are drawn over: an axis with several values, or bars side by side, or bars "
                "of stages."))
            x_axis_ = shown_.x_axes[static_cast<std::size_t>(index)];
    }
    if (shown_.figures.size() > 1) {
        std::vector<std::string> stems;
        for (const bench::Figure& figure : shown_.figures)
            stems.push_back(figure.stem);
        int index = static_cast<int>(figure_index());
        if (choice(look, "Figure", stems, index, "Which of the figures is shown."))
            figure_ = static_cast<std::size_t>(index);
    }
    axis_row(look, "Y axis", choices_.y);
    const bool bars = !shown_.figures.empty() &&
                      !std::holds_alternative<chart::LineChart>(shown_.figures[figure_index()].chart);
    if (bars)
        return;
    axis_row(look, "X axis", choices_.x);
    toggle(look, "Quartiles", choices_.bands, "A band around each line: half of the repetitions lie in it.");
    toggle(look, "Roof", choices_.roof,
           "The line of the roof: a pass that touches every element once, measured in the same run.");
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

void SweepScene::draw_export() {
    const Look& look = host_.look;
    section(look, "Export");
    text_row("Folder", "folder", folder_,
             "Where the files are written, whole or not at all; made where it is missing.");
    const float gap = look.px(6), width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
    ImGui::BeginDisabled(model_.results().rows.empty());
    for (const ExportFormat format : all_export_formats) {
        const std::string action = fmt::format("scene.export-{}", to_string(format));
        const Action* found = host_.actions.find(action);
        if (ImGui::Button(std::string(title_of(format)).c_str(), {width, 0}))
            host_.actions.run(action);
        if (found)
            tooltip(found->description.c_str());
        if (format != all_export_formats.back())
            ImGui::SameLine(0, gap);
    }
    ImGui::EndDisabled();
    ImGui::Dummy({0, look.px(4)});
    note(look, "The same without this window:");
    ImGui::PushFont(look.fonts.mono);
    note(look, form_.command(host_.masks));
    ImGui::PopFont();
    ImGui::Dummy({0, look.px(12)});
}

} // namespace scanline::view
