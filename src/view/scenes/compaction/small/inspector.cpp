#include "scenes/compaction/small/canvas.h"

#include "kit/widgets.h"
#include "scanline/core/error.h"
#include "scanline/systems/compaction.h"

#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <ranges>
#include <utility>

namespace scanline::view::compaction::small {

namespace {

void draw_search(const Look& look, const View& view) {
    section(look, fmt::format("Search of output {}", view.selected).c_str());
    if (view.step.row < view.model.search_row()) {
        note(look,
             "Begins once all sums are there. Click a cell of the search's row to follow another output.");
        return;
    }
    const std::size_t current = view.step.probe.value_or(view.probes.size());
    for (std::size_t i = 0; i < view.probes.size() && i <= current && !(i == current && view.hides_fetch());
         ++i) {
        const bool now = i == current;
        const float start = ImGui::GetCursorPosX();
        coloured_text(now ? look.palette().focus : look.palette().dim, std::to_string(i + 1));
        ImGui::SameLine(start + look.px(22));
        coloured_text(now ? look.palette().text : look.palette().dim, view.probes[i].text, true);
    }
}

void draw_chain(const Look& look, const View& view) {
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

void draw_counters(const Look& look, std::span<const View> views) {
    section(look, "Counters");
    const auto show = [&](const char* label, auto value, const char* tip) {
        const auto values = views | std::views::transform(value);
        field(look, label, fmt::format("{}", fmt::join(values, "  |  ")), tip);
    };
    const auto group = [&](const std::string& title, auto first, auto end) {
        const auto sum = [&](auto member) {
            return [=](const View& view) {
                std::size_t all = 0;
                for (std::size_t row = first(view); row < end(view); ++row)
                    all += row > 0 ? std::invoke(member, view.model.rows()[row]) : 0;
                return all;
            };
        };
        ImGui::TextUnformatted(title.c_str());
        show("Texels", sum(&Row::texels), "Written to the output.");
        show("Fetches", sum(&Row::fetches), "Texels read, as the CPU twin reads them.");
    };
    const bool two = views.size() > 1;
    const auto now = [](const View& view) { return view.step.row; };
    const auto end = [](const View& view) { return view.model.rows().size(); };
    const std::size_t passes = end(views[0]) - 1;
    const auto run = [&](const View& view) { return fmt::format("{} of {}", now(view), end(view) - 1); };
    if (two)
        show("A  |  B", run, "Passes that have run; all counters are of A and of B.");
    if (two || now(views[0]) > 0)
        group(two ? "Last pass" : fmt::format("This pass, {} of {}", now(views[0]), passes), now,
              [&](const View& view) { return now(view) + 1; });
    const auto first = [](const View&) { return std::size_t{1}; };
    group(two ? "All passes" : fmt::format("All {} passes", passes), first, end);
    const auto mean = [](const View& view) { return fmt::format("{:.1f}", view.model.search_cost().mean); };
    show("Search, mean", mean, "Fetches of an output that finds its element.");
    const auto most = [](const View& view) { return view.model.search_cost().most; };
    show("Search, most", most, "Fetches of the longest search.");
    const Model& model = views[0].model;
    field(look, "Survivors", fmt::format("{} of {}", model.survivors(), model.layout().size),
          "Valid elements of the stream.");
}

} // namespace

void draw_small_controls(const Look& look, const std::vector<Property>& rows, Setup& setup,
                         std::string& problem) {
    section(look, "Algorithm");
    draw_rows(look, rows, {"algorithm", "block", "prefix-sum", "run-lengths", "compare", "chains"});
    ImGui::Dummy({0, look.px(2)});
    const systems::CompactionEntry& entry = systems::entry(setup.algorithm);
    ImGui::TextWrapped("%s", fmt::format("{}: {}.", entry.title, entry.idea).c_str());
    note(look, explanation_of(setup.algorithm));
    section(look, "Stream");
    draw_rows(look, rows, {"preset", "size", "density"});
    draw_own_row(
        look, {[&] { return setup.elements(); }, [&](const std::string& text) { setup.set_elements(text); }},
        "Type a stream: 1 or x for a valid element, 0 or . for another. A drag over the first row with "
        "Shift changes it, too.",
        problem);
    if (button(look, "New sample", "A random stream of this size and density."))
        setup.set_seed(setup.seed() + 1);
    if (button(look, "Invert", "Valid elements become invalid, and the other way round."))
        setup.invert();
}

void draw_small_facts(const Look& look, std::span<const View> views) {
    if (views.size() > 1) {
        section(look, "Search");
        note(look, "In comparison a search is one step. Compare with none to follow it fetch by fetch.");
    } else if (views[0].chains) {
        draw_chain(look, views[0]);
    } else {
        draw_search(look, views[0]);
    }
    draw_counters(look, views);
}

namespace {

/// "2 + 1", or what else has been read.
std::string operands_of(const Model& model, CellId cell) {
    const auto value = [&model](CellId id) {
        return id.row == 0 ? 0 : model.trace().passes()[id.row - 1].values[id.index];
    };
    std::vector<float> numbers;
    for (const CellId read : model.reads(cell))
        numbers.push_back(value(read));
    const bool adds = std::accumulate(numbers.begin(), numbers.end(), 0.0f) == value(cell);
    return fmt::format("{}{}", adds ? "" : "from ", fmt::join(numbers, adds ? " + " : ", "));
}

} // namespace

std::vector<Written> written_in(const View& view) {
    constexpr std::size_t most = 16;
    const auto& [row_number, probe] = view.step;
    const Model& model = view.model;
    const Row& row = model.rows()[row_number];
    if (row_number == 0 || view.shows_chains() || row.text.kind == RowKind::groups)
        return {};
    if (probe) {
        const Probe& fetch = view.probes[std::min(*probe, view.probes.size() - 1)];
        const Row& read = model.rows()[fetch.cell.row];
        const std::string value = fetch.copy ? model.label(fetch.cell.index) : model.cell(fetch.cell).text;
        if (read.channels > 1 || read.text.kind == RowKind::groups || value.empty())
            return {};
        return {{view.number_of({row_number, view.selected}), fmt::format("the cell of fetch {}", *probe + 1),
                 value, fetch.text}};
    }
    std::vector<Written> written;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const CellId cell{row_number, i};
        const Cell& content = row.cells[i];
        const std::vector<CellId> reads = model.reads(cell);
        const auto text_of = [&](CellId read) { return model.cell(read).text; };
        const bool copies = reads.size() == 1 && text_of(reads[0]) == content.text;
        if (content.kind == CellKind::padding || content.text.empty() || reads.empty())
            continue;
        if (row.text.kind == RowKind::survivors) {
            const CellId from = model.copied_from(cell);
            written.push_back({view.number_of(cell), fmt::format("place {}", i), content.text,
                               fmt::format("it takes number {} of {}", from.index,
                                           from.row == 0 ? "the stream" : model.rows()[from.row].text.name)});
        } else if (row.text.kind == RowKind::flags) {
            const std::string_view is = model.label(i).empty() ? "invalid" : "valid";
            written.push_back(written_number(row.text, view.number_of(cell), i, content.text,
                                             fmt::format("element {} is {}", i, is)));
        } else if (!copies) {
            written.push_back(
                written_number(row.text, view.number_of(cell), i, content.text, operands_of(model, cell)));
        }
    }
    // Spread over the row.
    if (written.size() > most)
        for (std::size_t i = 0; i < most; ++i)
            std::swap(written[i], written[i * written.size() / most]);
    written.resize(std::min(written.size(), most));
    return written;
}

void add_small_legend(Legend& legend, bool searches) {
    const Look& look = legend.look();
    const Palette& p = look.palette();
    legend.square(p.valid, p.line, "valid element, or its copy", "a", p.valid_text);
    legend.square(p.invalid, p.line, "invalid element, empty place");
    legend.square(p.raised, p.line, "number of a pass", "3", p.text);
    legend.square(p.raised, p.focus, searches ? "fetched, in this order" : "read in this step", "1", p.text);
    legend.square(p.panel, p.accent, "output whose search is shown", "?", p.accent);
    legend.square(mix(p.valid, p.pinned, 0.35f), p.pinned, "way of the pinned element", "a", p.valid_text);
    legend.square(mix(p.raised, p.pinned, 0.16f), with_alpha(p.pinned, 0.5f),
                  "what it came from or went into", "3", p.text);
}

} // namespace scanline::view::compaction::small
