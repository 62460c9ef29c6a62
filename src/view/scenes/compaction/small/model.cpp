#include "scenes/compaction/small/model.h"

#include "scanline/raster/compactor.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "scenes/compaction/run_trace.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::compaction::small {

namespace {

namespace reference = raster::reference;

constexpr int letters = 26;

CellId cell_of(const reference::Read& read) {
    return {static_cast<std::size_t>(read.pass + 1), read.element};
}

} // namespace

Model::Model(const Setup& setup) : algorithm_(setup.algorithm), layout_(setup.layout()) {
    reference::compact(setup.values(), layout_, setup.options(), &trace_);
    survivors_ = static_cast<int>(std::ranges::count(setup.elements(), '1'));
    block_ = raster::is_blockwise(algorithm_) ? layout_.block : static_cast<int>(layout_.padded_size());
    add_input(setup);
    std::vector<PassText> texts = describe_passes(passes_of(trace_), algorithm_);
    for (std::size_t p = 0; p < texts.size(); ++p) {
        if (trace_.passes()[p].name == raster::pass::search)
            search_row_ = p + 1;
        add_pass(trace_.passes()[p], std::move(texts[p]));
    }

    for (const Row& row : rows_)
        columns_ = std::max(columns_, static_cast<int>(row.texels()));
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        Row& row = rows_[r];
        row.columns = static_cast<double>(columns_) / static_cast<double>(row.texels());
        if (row.texels() == static_cast<std::size_t>(layout_.padded_size()))
            row.columns = 1;
        for (std::size_t i = 0; i < row.cells.size(); i += row.channels) {
            const std::vector<CellId> read = fetches({r, i});
            row.fetches += read.size();
            for (const CellId from : read)
                if (std::ranges::find(row.sources, from.row) == row.sources.end())
                    row.sources.push_back(from.row);
        }
    }
}

void Model::add_input(const Setup& setup) {
    Row row;
    row.text = {RowKind::stream, "stream", fmt::format("{} elements", setup.size()),
                "The stream: letters are valid elements, the grey cells are to be taken out. A click pins "
                "an element, a click with Shift changes it."};
    const std::string& elements = setup.elements();
    labels_.resize(static_cast<std::size_t>(layout_.padded_size()));
    int rank = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        std::string& label = labels_[i];
        if (i >= elements.size()) {
            row.cells.push_back(
                {CellKind::padding, label, fmt::format("padding {}: fills the last row of the texture", i)});
        } else if (elements[i] == '1') {
            label = survivors_ <= letters ? fmt::format("{:c}", 'a' + rank) : std::to_string(rank + 1);
            row.cells.push_back({CellKind::survivor, label, fmt::format("element {}: {}", i, label)});
            ++rank;
        } else {
            row.cells.push_back({CellKind::hole, label, fmt::format("element {}: invalid", i)});
        }
    }
    rows_.push_back(std::move(row));
}

std::size_t Model::used_texels(const Row& row) const {
    switch (row.text.scope) {
    case RowScope::elements: return row.texels();
    case RowScope::blocks: return static_cast<std::size_t>(layout_.blocks());
    case RowScope::block_rows: return static_cast<std::size_t>(raster::block_layout(layout_).height);
    }
    return row.texels();
}

std::string_view Model::stage_of(std::string_view pass, RowScope scope) const {
    if (scope != RowScope::elements)
        return raster::stage::block_scan;
    if (pass == raster::pass::up_sweep && row_of(algorithm_).marks == raster::Mark::valid)
        return raster::stage::reduction;
    return std::ranges::find(raster::pass::all, pass, &raster::pass::Row::name)->stage;
}

void Model::add_pass(const reference::TracedPass& traced, PassText text) {
    Row row;
    row.stage = stage_of(traced.name, text.scope);
    row.channels = static_cast<std::size_t>(traced.channels);
    for (std::size_t i = 0; i < traced.values.size(); ++i) {
        const std::size_t channel = i % row.channels;
        Cell cell = cell_of(text, channel, traced.values[i]);
        const std::string of = row.channels > 1 ? fmt::format(", {}", text.channels[channel]) : "";
        cell.tip = fmt::format("{} {}{}: {}", text.name, i / row.channels, of, cell.tip);
        row.cells.push_back(std::move(cell));
    }
    row.text = std::move(text);
    for (std::size_t i = used_texels(row) * row.channels; i < row.cells.size(); ++i) {
        row.cells[i].kind = CellKind::padding;
        row.cells[i].tip += ", padding";
    }
    rows_.push_back(std::move(row));
}

Cell Model::cell_of(const PassText& text, std::size_t channel, float value) const {
    switch (text.kind) {
    case RowKind::survivors: {
        if (value == raster::empty_element)
            return {CellKind::hole, "", "empty"};
        const auto position = static_cast<std::size_t>(value);
        return {CellKind::survivor, label(position),
                fmt::format("{}, element {} of the stream", label(position), position)};
    }
    case RowKind::groups: {
        const bool first = text.channels.front() == "first" && channel == 0;
        if (first || value < 0)
            return {CellKind::number, fmt::format("{}", value), fmt::format("{}", value)};
        const float count = std::floor(value / 256.0f);
        const auto bits = static_cast<unsigned>((value - 256.0f * count) * 256.0f);
        return {count > 0 ? CellKind::number : CellKind::zero, fmt::format("{}", count),
                fmt::format("{} survivors, bits {:016b} from the right", count, bits)};
    }
    case RowKind::flags: {
        const bool marks_invalid = text.name == "invalid?";
        const bool invalid = (value == 1.0f) == marks_invalid;
        return {invalid ? CellKind::marked : CellKind::number, fmt::format("{}", value),
                fmt::format("{}, {}", value, invalid ? "invalid" : "valid")};
    }
    case RowKind::stream:
    case RowKind::counts:
        return {value == 0.0f ? CellKind::zero : CellKind::number, fmt::format("{}", value),
                fmt::format("{}", value)};
    }
    return {};
}

std::vector<CellId> Model::reads(CellId cell) const {
    std::vector<CellId> cells;
    if (cell.row == 0)
        return cells;
    for (const reference::Read& read : trace_.passes()[cell.row - 1].reads[cell.index])
        cells.push_back(small::cell_of(read));
    return cells;
}

CellId Model::copied_from(CellId cell) const {
    if (rows_[cell.row].text.kind != RowKind::survivors || this->cell(cell).kind != CellKind::survivor)
        return cell;
    return small::cell_of(trace_.passes()[cell.row - 1].reads[cell.index].back());
}

CellId Model::origin_of(CellId cell) const {
    for (CellId before = copied_from(cell); before != cell; before = copied_from(cell))
        cell = before;
    return cell;
}

std::vector<CellId> Model::fetches(CellId cell) const {
    std::vector<CellId> texels;
    if (cell.row == 0)
        return texels;
    const auto first_channel = [&](CellId id) { return id.index - id.index % rows_[id.row].channels; };
    const std::size_t channels = rows_[cell.row].channels, first = first_channel(cell);
    for (std::size_t i = first; i < first + channels; ++i) {
        for (const CellId read : reads({cell.row, i})) {
            const CellId texel{read.row, first_channel(read)};
            // Channels of a texel are computed together, from what was fetched for the first of them.
            const bool again = channels > 1 ? std::ranges::find(texels, texel) != texels.end()
                                            : !texels.empty() && texels.back() == texel;
            if (!again)
                texels.push_back(texel);
        }
    }
    return texels;
}

Model::SearchCost Model::search_cost() const {
    SearchCost cost;
    for (std::size_t i = 0; i < rows_[search_row_].cells.size(); ++i) {
        const CellId output{search_row_, i};
        if (cell(output).kind != CellKind::survivor)
            continue;
        const std::size_t count = fetches(output).size();
        cost.mean += static_cast<double>(count);
        cost.most = std::max(cost.most, count);
    }
    cost.mean /= std::max(1, survivors_);
    return cost;
}

std::vector<std::vector<PathMark>> Model::path(CellId cell) const {
    std::vector<std::vector<PathMark>> marks;
    for (const Row& row : rows_)
        marks.emplace_back(row.cells.size(), PathMark::none);
    const auto mark = [&marks](CellId id) -> PathMark& { return marks[id.row][id.index]; };

    // Upwards to the cells that it was computed from: rows only read rows above them.
    mark(cell) = PathMark::influence;
    for (std::size_t row = cell.row; row > 0; --row)
        for (std::size_t i = 0; i < rows_[row].cells.size(); ++i)
            if (mark({row, i}) != PathMark::none)
                for (const CellId read : reads({row, i}))
                    mark(read) = PathMark::influence;

    // Downwards to the cells that it went into.
    std::vector<std::vector<bool>> reached;
    for (const Row& row : rows_)
        reached.emplace_back(row.cells.size(), false);
    reached[cell.row][cell.index] = true;
    for (std::size_t row = cell.row + 1; row < rows_.size(); ++row) {
        for (std::size_t i = 0; i < rows_[row].cells.size(); ++i) {
            const auto from = reads({row, i});
            reached[row][i] =
                std::ranges::any_of(from, [&](CellId read) { return reached[read.row][read.index]; });
            if (reached[row][i])
                mark({row, i}) = PathMark::influence;
        }
    }

    // The element itself: back to its origin, and from there to all its copies.
    const CellId origin = origin_of(cell);
    mark(origin) = PathMark::copy;
    for (std::size_t row = 1; row < rows_.size(); ++row)
        for (std::size_t i = 0; i < rows_[row].cells.size(); ++i)
            if (const CellId id{row, i}; copied_from(id) != id && mark(copied_from(id)) == PathMark::copy)
                mark(id) = PathMark::copy;
    mark(cell) = PathMark::copy;
    return marks;
}

std::optional<std::size_t> Model::place_of(std::size_t element, std::size_t row) const {
    for (std::size_t i = 0; i < rows_[row].cells.size(); ++i)
        if (const CellId cell{row, i}; copied_from(cell) != cell && origin_of(cell) == CellId{0, element})
            return i;
    return std::nullopt;
}

std::optional<std::size_t> Model::element_of(CellId cell) const {
    const Row& row = rows_[cell.row];
    const CellId origin = origin_of(cell);
    const bool has_all = row.text.scope == RowScope::elements && row.text.kind != RowKind::survivors &&
                         row.texels() == labels_.size() && row.channels == 1;
    const bool known = origin.row == 0 || has_all;
    const std::size_t element = origin.row == 0 ? origin.index : cell.index;
    return known && element < static_cast<std::size_t>(layout_.size) ? std::optional(element) : std::nullopt;
}

std::optional<CellId> Model::number_of(std::size_t element, std::size_t row) const {
    const Row& of = rows_[row];
    const bool has_numbers = of.text.kind == RowKind::flags || of.text.kind == RowKind::counts;
    if (!has_numbers || of.channels > 1 || of.text.scope == RowScope::block_rows)
        return std::nullopt;
    const std::size_t per_block = static_cast<std::size_t>(block_);
    std::size_t texel = element / per_block;
    if (of.text.scope == RowScope::elements) {
        // The nodes of other trees do not stand for neighbours.
        if (of.texels() != labels_.size() && !raster::is_blockwise(algorithm_))
            return std::nullopt;
        texel = element * of.texels() / labels_.size();
    } else if (of.texels() * per_block < labels_.size()) {
        return std::nullopt; // a node over several blocks
    }
    return CellId{row, texel};
}

std::vector<Setting> facts_of(const Model& model, std::size_t element, std::size_t last) {
    const auto block = static_cast<std::size_t>(model.block());
    std::vector<Setting> facts{{"block", fmt::format("{}, place {}", element / block, element % block)}};
    for (std::size_t row = 1; row <= last; ++row) {
        const PassText& text = model.rows()[row].text;
        const std::string key = fmt::format("{}, {}", text.name, text.detail);
        if (const auto number = model.number_of(element, row))
            facts.push_back({key, model.cell(*number).text});
        else if (text.kind == RowKind::survivors)
            if (const auto place = model.place_of(element, row))
                facts.push_back({key, fmt::format("place {}", *place)});
    }
    const auto end = model.place_of(element, model.rows().size() - 1);
    facts.push_back({"ends at", end ? fmt::format("{} of {}", *end, model.survivors()) : "removed"});
    return facts;
}

std::vector<TraceStep> trace_steps(const Model& model) {
    std::vector<TraceStep> steps;
    for (std::size_t row = 1; row < model.rows().size(); ++row) {
        const raster::reference::TracedPass& pass = model.trace().passes()[row - 1];
        TraceStep& step = steps.emplace_back();
        step.stage = model.rows()[row].stage;
        step.pass = pass.name;
        step.step = pass.step;
    }
    return steps;
}

std::string result_note(const Model& a, const Model& b) {
    // Ignores the padding after the stream, which differs.
    const auto result = [size = static_cast<std::size_t>(a.layout().size)](const Model& model) {
        return std::span(model.trace().passes().back().values).first(size);
    };
    return difference_note(result(a), result(b));
}

Check check_on_gpu(raster::Engine& engine, const Setup& setup, const raster::reference::Trace& twin) {
    const raster::StreamLayout layout = setup.layout();
    raster::Compactor compactor(engine, layout, setup.options());
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, setup.values());
    raster::TraceRecorder recorder;
    {
        const ObserverScope scope(engine, &recorder);
        compactor(stream);
    }
    Check check;
    check.passes = twin.passes().size();
    if (const auto difference = first_difference(recorder.trace(), twin))
        check.difference = fmt::format("The GPU differs from the CPU twin: {}", difference->text);
    return check;
}

} // namespace scanline::view::compaction::small
