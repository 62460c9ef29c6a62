#include "compaction_small/compaction_small_inspector.h"

#include "scanline/catalog/compaction.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace scanline::view {

namespace {

bool draw_algorithm(const Look& look, SmallSetup& setup) {
    section(look, "Algorithm");
    bool changed =
        choice(look, "Algorithm", small_algorithms, names_for_choice(small_algorithms, short_title),
               setup.algorithm, "What compacts the stream.");
    const catalog::CompactionEntry& entry = catalog::entry(setup.algorithm);
    if (entry.blockwise) {
        int block = setup.block();
        if (power_of_two(look, "Block", block, raster::min_block, setup.most_block(),
                         "Elements of a block. Every block is compacted on its own, then they are joined.")) {
            setup.set_block(block);
            changed = true;
        }
        changed |= choice(look, "Prefix sums", raster::all_prefix_sum_methods, setup.prefix_sum,
                          "Doubling has few long passes, the tree of Blelloch more that get shorter.");
        if (entry.run_lengths)
            changed |= choice(look, "Run lengths", raster::all_run_length_methods, setup.run_lengths,
                              "How the lengths of runs of invalid elements are computed.");
    }
    ImGui::Dummy({0, look.px(2)});
    ImGui::TextWrapped("%.*s: %.*s.", static_cast<int>(entry.title.size()), entry.title.data(),
                       static_cast<int>(entry.idea.size()), entry.idea.data());
    note(look, explanation_of(setup.algorithm));
    return changed;
}

bool draw_stream(const Look& look, SmallSetup& setup) {
    section(look, "Stream");
    bool changed = false;
    SmallPreset preset = setup.preset();
    if (choice(look, "Preset", all_small_presets,
               names_for_choice(all_small_presets, [](SmallPreset one) { return title_of(one); }), preset,
               "Streams to begin with; those of figures are the paper's, with the algorithm shown there.")) {
        setup.apply(preset);
        changed = true;
    }
    int size = setup.size();
    if (slider(look, "Size", size, SmallSetup::least_size, SmallSetup::most_size,
               "Elements of the stream.")) {
        setup.set_size(size);
        changed = true;
    }
    auto density = static_cast<float>(setup.density());
    if (slider(look, "Density", density, 0, 1, "%.2f",
               "Makes a random stream with this part of valid elements.")) {
        setup.set_density(std::round(static_cast<double>(density) * 100) / 100);
        changed = true;
    }
    if (button(look, "Another random stream", "A random stream of this size and density.")) {
        setup.set_seed(setup.seed() + 1);
        changed = true;
    }
    if (button(look, "Invert", "Valid elements become invalid, and the other way round.")) {
        setup.invert();
        changed = true;
    }
    return changed;
}

void draw_search(const Look& look, const SmallView& view) {
    section(look, fmt::format("Search of output {}", view.selected).c_str());
    if (view.step.row < view.model.search_row()) {
        note(look,
             "Begins once all sums are there. Click a cell of the search's row to follow another output.");
        return;
    }
    const std::size_t current = view.step.probe.value_or(view.probes.size());
    for (std::size_t i = 0; i < view.probes.size() && i <= current; ++i) {
        const bool now = i == current;
        ImGui::PushStyleColor(ImGuiCol_Text, now ? look.palette().trace : look.palette().dim);
        const float start = ImGui::GetCursorPosX();
        ImGui::Text("%zu", i + 1);
        ImGui::SameLine(start + look.px(22));
        ImGui::PopStyleColor();
        ImGui::PushStyleColor(ImGuiCol_Text, now ? look.palette().text : look.palette().dim);
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(view.probes[i].text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
}

void draw_counters(const Look& look, const SmallView& view) {
    section(look, "Counters");
    const std::vector<SmallRow>& rows = view.model.rows();
    std::size_t texels = 0;
    int fetches = 0;
    for (std::size_t r = 1; r < rows.size(); ++r) {
        texels += rows[r].texels();
        fetches += rows[r].fetches;
    }
    const SmallRow& row = rows[view.step.row];
    field(look, "Passes", fmt::format("{} of {}", view.step.row, rows.size() - 1),
          "Up to this step, and in all.");
    field(look, "Texels", fmt::format("{} of {}", view.step.row > 0 ? row.texels() : 0, texels),
          "Written by this pass, and in all.");
    field(look, "Fetches", fmt::format("{} of {}", row.fetches, fetches),
          "Texels read by this pass, and in all, as the CPU twin reads them.");
    const SmallModel::SearchCost cost = view.model.search_cost();
    field(look, "Search", fmt::format("{:.1f} mean, {} most", cost.mean, cost.most),
          "Fetches of an output that finds its element.");
    field(look, "Survivors", fmt::format("{} of {}", view.model.survivors(), view.model.layout().size),
          "Valid elements of the stream.");
}

void draw_legend(const Look& look) {
    section(look, "Legend");
    const Palette& p = look.palette();
    swatch(look, p.valid, p.line, "a", p.valid_text, "valid element, or its copy");
    swatch(look, p.invalid, p.line, "", p.text, "invalid element, empty place");
    swatch(look, p.raised, p.line, "3", p.text, "number of a pass");
    swatch(look, mix(p.valid, p.trace, 0.35f), p.trace, "a", p.valid_text,
           "way of the element under the mouse");
    swatch(look, mix(p.raised, p.trace, 0.16f), with_alpha(p.trace, 0.5f), "3", p.text,
           "what it came from or went into");
    swatch(look, p.panel, p.accent, "?", p.accent, "output whose search is shown");
}

} // namespace

bool draw_small_controls(const Look& look, SmallSetup& setup) {
    const bool algorithm = draw_algorithm(look, setup);
    const bool stream = draw_stream(look, setup);
    return algorithm || stream;
}

void draw_small_facts(const Look& look, const SmallView& view) {
    draw_search(look, view);
    draw_counters(look, view);
    draw_legend(look);
}

} // namespace scanline::view
