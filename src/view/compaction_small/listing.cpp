#include "compaction_small/model.h"

#include "trace/code.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

/// The numbers of a cell's texel.
std::string texel_text(const SmallModel& model, CellId cell) {
    const SmallRow& row = model.rows()[cell.row];
    const std::size_t first = cell.index - cell.index % row.channels;
    std::vector<std::string> texts;
    for (std::size_t i = first; i < first + row.channels; ++i)
        texts.push_back(row.cells[i].kind == CellKind::hole ? "empty" : row.cells[i].text);
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// The texel of a row that belongs to an element: its number, its copy, that of its block or row of blocks,
/// else the first that it flows into; the first of all if there is none.
std::size_t texel_of(const SmallModel& model, std::size_t row, std::size_t element) {
    const PassText& text = model.rows()[row].text;
    if (text.kind == RowKind::survivors)
        return model.place_of(element, row).value_or(0);
    const std::size_t block = element / static_cast<std::size_t>(model.block());
    if (text.scope == RowScope::blocks)
        return block;
    if (text.scope == RowScope::block_rows)
        return block / static_cast<std::size_t>(raster::block_layout(model.layout()).width);
    if (const auto number = model.number_of(element, row))
        return number->index;
    const std::vector<PathMark> marks = model.path({0, element})[row];
    const auto reached = std::ranges::find(marks, PathMark::influence);
    return reached == marks.end()
               ? 0
               : static_cast<std::size_t>(reached - marks.begin()) / model.rows()[row].channels;
}

} // namespace

Listing listing_of(const SmallModel& model, const std::vector<Probe>& probes, std::size_t selected,
                   const SmallStep& step, std::optional<std::size_t> element) {
    if (step.row == 0)
        return {};
    const std::vector<PassName> passes = passes_of(model.trace());
    if (step.row == model.search_row()) {
        std::vector<CodeFetch> fetches;
        for (const Probe& probe : probes)
            fetches.push_back({probe.copy ? CodeTexel::stream : static_cast<int>(probe.cell.row) - 1,
                               texel_text(model, probe.cell)});
        fetches.resize(std::min(step.probe.value_or(fetches.size()) + 1, fetches.size()));
        return search_listing(passes, model.algorithm(), fmt::format("Search of output {}", selected),
                              fetches);
    }

    const SmallRow& row = model.rows()[step.row];
    const std::size_t texel = element ? texel_of(model, step.row, *element) : 0;
    const auto read = [&](int pass, std::int64_t number) -> std::optional<float> {
        const auto i = static_cast<std::size_t>(number);
        if (pass == CodeTexel::stream && i < static_cast<std::size_t>(model.layout().size))
            return model.cell({0, i}).kind == CellKind::survivor ? 255.0f : 0.0f;
        if (pass == CodeTexel::stream || i >= model.rows()[static_cast<std::size_t>(pass) + 1].cells.size())
            return std::nullopt;
        return model.trace().passes()[static_cast<std::size_t>(pass)].values[i];
    };
    return listing_of(
        CodeTexel{passes, static_cast<int>(step.row) - 1, static_cast<std::int64_t>(texel), read},
        model.algorithm(), fmt::format("{}, number {}", row.text.name, texel),
        texel_text(model, {step.row, texel * row.channels}));
}

} // namespace scanline::view
