#include "compaction_small/inspector.h"

#include "scanline/systems/compaction.h"
#include "scanline/view/widgets.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace scanline::view {

namespace {

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
        const float start = ImGui::GetCursorPosX();
        coloured_text(now ? look.palette().focus : look.palette().dim, std::to_string(i + 1));
        ImGui::SameLine(start + look.px(22));
        coloured_text(now ? look.palette().text : look.palette().dim, view.probes[i].text, true);
    }
}

void draw_chain(const Look& look, const SmallView& view) {
    section(look, "Chains");
    ImGui::TextWrapped("%s.", view.chains->text().c_str());
    if (!view.chain) {
        note(look, "A place under the mouse, or a pinned element, shows its chain.");
        return;
    }
    const Chain& chain = view.chains->all()[*view.chain];
    coloured_text(look.palette().text,
                  fmt::format("Output {}: {}, takes {}.", chain.places.front(),
                              fmt::join(chain.places, " → "), view.model.label(chain.places.back())),
                  true);
}

/// A counter with a value for every view.
struct Counter {
    const char *label, *tooltip;
    std::function<std::string(const SmallView&)> value;
};

void draw_rows(const Look& look, std::span<const SmallView> views, std::span<const Counter> counters) {
    if (views.size() == 1) {
        for (const Counter& counter : counters)
            field(look, counter.label, counter.value(views[0]), counter.tooltip);
        return;
    }
    if (!ImGui::BeginTable("counters", 1 + static_cast<int>(views.size())))
        return;
    for (const Counter& counter : counters) {
        ImGui::TableNextColumn();
        coloured_text(look.palette().dim, counter.label);
        tooltip(counter.tooltip);
        for (const SmallView& view : views) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(counter.value(view).c_str());
        }
    }
    ImGui::EndTable();
}

void draw_counters(const Look& look, std::span<const SmallView> views) {
    section(look, "Counters");
    const auto passes = [](const SmallView& view) { return view.model.rows().size() - 1; };
    const auto sum = [](auto member) {
        return [member](const SmallView& view) {
            std::size_t all = 0;
            for (std::size_t row = 1; row < view.model.rows().size(); ++row)
                all += std::invoke(member, view.model.rows()[row]);
            return std::to_string(all);
        };
    };
    const auto now = [](auto member) {
        return [member](const SmallView& view) {
            const SmallRow& row = view.model.rows()[view.step.row];
            return view.step.row == 0 ? "-" : std::to_string(std::invoke(member, row));
        };
    };
    constexpr const char *written = "Written to the output.",
                         *read = "Texels read, as the CPU twin reads them.";
    const Counter titles{
        "", nullptr, [](const SmallView& view) { return std::string(short_title(view.model.algorithm())); }};
    const bool two = views.size() > 1;
    if (two)
        draw_rows(look, views, std::array{titles});
    if (two || views[0].step.row > 0) {
        ImGui::TextUnformatted(
            two ? "The last pass"
                : fmt::format("This pass, {} of {}", views[0].step.row, passes(views[0])).c_str());
        if (two)
            draw_rows(
                look, views,
                std::array{Counter{"Pass", "The last one that has run, of all.", [&](const SmallView& view) {
                                       return fmt::format("{} of {}", view.step.row, passes(view));
                                   }}});
        draw_rows(look, views,
                  std::array{Counter{"Texels", written, now(&SmallRow::texels)},
                             Counter{"Fetches", read, now(&SmallRow::fetches)}});
    }
    ImGui::TextUnformatted(two ? "All passes" : fmt::format("All {} passes", passes(views[0])).c_str());
    draw_rows(look, views,
              std::array{Counter{"Texels", written, sum(&SmallRow::texels)},
                         Counter{"Fetches", read, sum(&SmallRow::fetches)},
                         Counter{"Search", "Fetches of an output that finds its element.",
                                 [](const SmallView& view) {
                                     const SmallModel::SearchCost cost = view.model.search_cost();
                                     return fmt::format("{:.1f} mean, {} most", cost.mean, cost.most);
                                 }}});
    field(look, "Survivors",
          fmt::format("{} of {}", views[0].model.survivors(), views[0].model.layout().size),
          "Valid elements of the stream.");
}

void draw_legend(const Look& look) {
    section(look, "Legend");
    const Palette& p = look.palette();
    swatch(look, p.valid, p.line, "a", p.valid_text, "valid element, or its copy");
    swatch(look, p.invalid, p.line, "", p.text, "invalid element, empty place");
    swatch(look, p.raised, p.line, "3", p.text, "number of a pass");
    swatch(look, mix(p.valid, p.pinned, 0.35f), p.pinned, "a", p.valid_text, "way of the pinned element");
    swatch(look, mix(p.raised, p.pinned, 0.16f), with_alpha(p.pinned, 0.5f), "3", p.text,
           "what it came from or went into");
    swatch(look, p.panel, p.accent, "?", p.accent, "output whose search is shown");
}

} // namespace

bool draw_small_controls(const Look& look, SmallSetup& setup) {
    const std::vector<Property> rows = setup.properties();
    section(look, "Algorithm");
    bool changed =
        draw_rows(look, rows, {"algorithm", "block", "prefix-sum", "run-lengths", "compare", "chains"});
    ImGui::Dummy({0, look.px(2)});
    const catalog::CompactionEntry& entry = catalog::entry(setup.algorithm);
    ImGui::TextWrapped("%s", fmt::format("{}: {}.", entry.title, entry.idea).c_str());
    note(look, explanation_of(setup.algorithm));
    section(look, "Stream");
    changed |= draw_rows(look, rows, {"preset", "size", "density"});
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

void draw_small_facts(const Look& look, std::span<const SmallView> views) {
    if (views.size() > 1) {
        section(look, "Search");
        note(look, "In comparison a search is one step. Compare with none to follow it fetch by fetch.");
    } else if (views[0].chains)
        draw_chain(look, views[0]);
    else
        draw_search(look, views[0]);
    draw_counters(look, views);
    draw_legend(look);
}

} // namespace scanline::view
