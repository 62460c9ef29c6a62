#include "compaction_small/model.h"

#include "scanline/raster/compactor.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

// Lengths of the geometry at scale 1.
constexpr float label_column = 128, cells_margin = 14, narrowest = 21, widest = 40, cell_rise = 26,
                channel_share = 0.8f, closest_rows = 16, farthest_rows = 28, between_blocks = 12,
                heading_line = 17;

namespace reference = raster::reference;

constexpr int letters = 26;

std::size_t row_of(const reference::Read& read) {
    return static_cast<std::size_t>(read.pass + 1);
}

} // namespace

SmallModel::SmallModel(const SmallSetup& setup) : algorithm_(setup.algorithm), layout_(setup.layout()) {
    reference::compact(setup.values(), layout_, setup.options(), &trace_);
    survivors_ = static_cast<int>(std::ranges::count(setup.elements(), '1'));
    block_ = raster::is_blockwise(algorithm_) ? layout_.block : static_cast<int>(layout_.padded_size());
    make_labels(setup);

    add_input(setup);
    std::vector<PassText> texts = describe_passes(trace_, algorithm_);
    for (std::size_t p = 0; p < texts.size(); ++p) {
        if (trace_.passes()[p].name == raster::pass::search)
            search_row_ = p + 1;
        add_pass(trace_.passes()[p], std::move(texts[p]));
    }

    columns_ = 0;
    for (const SmallRow& row : rows_)
        columns_ = std::max(columns_, static_cast<int>(row.texels()));
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        SmallRow& row = rows_[r];
        row.columns = static_cast<double>(columns_) / static_cast<double>(row.texels());
        if (row.texels() == static_cast<std::size_t>(layout_.padded_size()))
            row.columns = 1;
        for (std::size_t i = 0; i < row.cells.size(); i += static_cast<std::size_t>(row.channels))
            row.fetches += static_cast<int>(fetches({r, i}).size());
    }
}

void SmallModel::make_labels(const SmallSetup& setup) {
    labels_.resize(static_cast<std::size_t>(layout_.padded_size()));
    int rank = 0;
    for (std::size_t i = 0; i < setup.elements().size(); ++i) {
        if (setup.elements()[i] != '1')
            continue;
        labels_[i] = survivors_ <= letters ? std::string(1, static_cast<char>('a' + rank))
                                           : fmt::format("{}", rank + 1);
        ++rank;
    }
}

void SmallModel::add_input(const SmallSetup& setup) {
    SmallRow row;
    row.text = {RowKind::stream, "stream", fmt::format("{} elements", setup.size()),
                "The stream: letters are valid elements, the grey cells are to be taken out. Click a cell to "
                "change it."};
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        const bool valid = !labels_[i].empty();
        const bool padding = i >= setup.elements().size();
        row.cells.push_back({padding ? CellKind::padding
                             : valid ? CellKind::survivor
                                     : CellKind::hole,
                             labels_[i],
                             padding ? fmt::format("padding {}: fills the last row of the texture", i)
                             : valid ? fmt::format("element {}: {}", i, labels_[i])
                                     : fmt::format("element {}: invalid", i)});
    }
    rows_.push_back(std::move(row));
}

std::size_t SmallModel::used_texels(const SmallRow& row) const {
    switch (row.text.scope) {
    case RowScope::elements: return row.texels();
    case RowScope::blocks: return static_cast<std::size_t>(layout_.blocks());
    case RowScope::block_rows: return static_cast<std::size_t>(raster::block_layout(layout_).height);
    }
    return row.texels();
}

void SmallModel::add_pass(const reference::TracedPass& traced, PassText text) {
    SmallRow row;
    row.channels = traced.channels;
    for (std::size_t i = 0; i < traced.values.size(); ++i) {
        const auto channels = static_cast<std::size_t>(traced.channels);
        SmallCell cell = cell_of(text, i % channels, traced.values[i]);
        if (channels > 1)
            cell.tip =
                fmt::format("{} {}, {}: {}", text.name, i / channels, text.channels[i % channels], cell.tip);
        else
            cell.tip = fmt::format("{} {}: {}", text.name, i, cell.tip);
        row.cells.push_back(std::move(cell));
    }
    row.text = std::move(text);
    for (std::size_t i = used_texels(row) * static_cast<std::size_t>(row.channels); i < row.cells.size();
         ++i) {
        row.cells[i].kind = CellKind::padding;
        row.cells[i].tip += ", padding";
    }
    rows_.push_back(std::move(row));
}

SmallCell SmallModel::cell_of(const PassText& text, std::size_t channel, float value) const {
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

bool SmallModel::copies(std::size_t row) const {
    return row > 0 && rows_[row].text.kind == RowKind::survivors;
}

std::vector<CellId> SmallModel::reads(CellId cell) const {
    std::vector<CellId> cells;
    if (cell.row == 0)
        return cells;
    for (const reference::Read& read : trace_.passes()[cell.row - 1].reads[cell.index])
        cells.push_back({row_of(read), read.element});
    return cells;
}

CellId SmallModel::copied_from(CellId cell) const {
    if (!copies(cell.row) || rows_[cell.row].cells[cell.index].kind != CellKind::survivor)
        return cell;
    const reference::Read& last = trace_.passes()[cell.row - 1].reads[cell.index].back();
    return {row_of(last), last.element};
}

CellId SmallModel::origin_of(CellId cell) const {
    for (CellId before = copied_from(cell); before != cell; before = copied_from(cell))
        cell = before;
    return cell;
}

std::vector<CellId> SmallModel::fetches(CellId cell) const {
    std::vector<CellId> texels;
    if (cell.row == 0)
        return texels;
    const auto channels = static_cast<std::size_t>(rows_[cell.row].channels);
    const std::size_t first = cell.index - cell.index % channels;
    for (std::size_t i = first; i < first + channels; ++i) {
        for (const CellId read : reads({cell.row, i})) {
            const auto read_channels = static_cast<std::size_t>(rows_[read.row].channels);
            const CellId texel{read.row, read.index - read.index % read_channels};
            // Channels of a texel are computed at once, from what was fetched for the first of them.
            const bool again = channels > 1 ? std::ranges::find(texels, texel) != texels.end()
                                            : !texels.empty() && texels.back() == texel;
            if (!again)
                texels.push_back(texel);
        }
    }
    return texels;
}

SmallModel::SearchCost SmallModel::search_cost() const {
    SearchCost cost;
    int sum = 0;
    const std::vector<SmallCell>& outputs = rows_[search_row_].cells;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].kind != CellKind::survivor)
            continue;
        const int count = static_cast<int>(fetches({search_row_, i}).size());
        sum += count;
        cost.most = std::max(cost.most, count);
    }
    cost.mean = survivors_ > 0 ? static_cast<double>(sum) / survivors_ : 0;
    return cost;
}

std::vector<std::vector<PathMark>> SmallModel::path(CellId cell) const {
    std::vector<std::vector<PathMark>> marks;
    for (const SmallRow& row : rows_)
        marks.emplace_back(row.cells.size(), PathMark::none);
    const auto mark = [&marks](CellId id) -> PathMark& { return marks[id.row][id.index]; };

    // What it was computed from: rows only read rows above them.
    mark(cell) = PathMark::influence;
    for (std::size_t row = cell.row; row > 0; --row)
        for (std::size_t i = 0; i < rows_[row].cells.size(); ++i)
            if (mark({row, i}) != PathMark::none)
                for (const CellId read : reads({row, i}))
                    mark(read) = PathMark::influence;

    // What it went into.
    std::vector<std::vector<bool>> reached;
    for (const SmallRow& row : rows_)
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

    // The element itself: back to where it came from, and from there to all its copies.
    const CellId origin = origin_of(cell);
    mark(origin) = PathMark::copy;
    for (std::size_t row = 1; row < rows_.size(); ++row)
        for (std::size_t i = 0; i < rows_[row].cells.size(); ++i)
            if (const CellId id{row, i}; copied_from(id) != id && mark(copied_from(id)) == PathMark::copy)
                mark(id) = PathMark::copy;
    mark(cell) = PathMark::copy;
    return marks;
}

SmallCheck check_on_gpu(raster::Engine& engine, const SmallSetup& setup,
                        const raster::reference::Trace& twin) {
    const raster::StreamLayout layout = setup.layout();
    raster::Compactor compactor(engine, layout, setup.options());
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, setup.values());
    raster::TraceRecorder recorder;
    {
        const ObserverScope scope(engine, &recorder);
        compactor(stream);
    }
    return {twin.passes().size(), first_difference(recorder.trace(), twin)};
}

SmallGeometry::SmallGeometry(const SmallModel& model, float scale, float width, float height)
    : model_(model), label_width_(label_column * scale), index_height_(heading_line * scale),
      cell_height_(cell_rise * scale), block_gap_(between_blocks * scale),
      blocks_(static_cast<int>(model.layout().padded_size()) / model.block()) {
    const float gaps = block_gap_ * static_cast<float>(blocks_ - 1) + cells_margin * scale;
    const float share = (width - label_width_ - gaps) / static_cast<float>(model.columns());
    cell_width_ = std::floor(std::clamp(share, narrowest * scale, widest * scale));
    width_ = column_x(model.columns() - 1) + cell_width_ + cells_margin * scale;

    const float top = cells_margin * scale + index_height_ * (numbers_blocks() ? 2.0f : 1.0f);
    float cells = 0;
    for (const SmallRow& row : model.rows())
        cells += row_height(row);
    const float gaps_room = (height - top - cells) / static_cast<float>(model.rows().size());
    row_gap_ = std::clamp(gaps_room, closest_rows * scale, farthest_rows * scale);
    float y = top;
    for (const SmallRow& row : model.rows()) {
        tops_.push_back(y);
        y += row_height(row) + row_gap_;
    }
    height_ = y;
}

float SmallGeometry::row_height(const SmallRow& row) const {
    return row.channels > 1 ? cell_height_ * channel_share * static_cast<float>(row.channels) : cell_height_;
}

float SmallGeometry::column_x(int column) const {
    const int gaps = std::min(column / model_.block(), blocks_ - 1);
    return label_width_ + static_cast<float>(column) * cell_width_ + static_cast<float>(gaps) * block_gap_;
}

Rect SmallGeometry::block(int number) const {
    const int first = number * model_.block();
    const float x = column_x(first);
    return {x, 0, column_x(first + model_.block() - 1) + cell_width_, height_};
}

Rect SmallGeometry::row(std::size_t row) const {
    return {0, tops_[row], width_, tops_[row] + row_height(model_.rows()[row])};
}

Rect SmallGeometry::cell(CellId cell) const {
    const SmallRow& row = model_.rows()[cell.row];
    const auto channels = static_cast<std::size_t>(row.channels);
    const auto texel = static_cast<double>(cell.index / channels);
    const float left = column_x(static_cast<int>(texel * row.columns));
    const float right = column_x(static_cast<int>(std::ceil((texel + 1) * row.columns)) - 1) + cell_width_;
    const Rect area = this->row(cell.row);
    const float height = area.height() / static_cast<float>(channels);
    return Rect::of(
        {(left + right - cell_width_) / 2, area.top + height * static_cast<float>(cell.index % channels)},
        {cell_width_, height});
}

std::optional<CellId> SmallGeometry::cell_at(float x, float y, std::size_t last) const {
    for (std::size_t r = 0; r <= last && r < model_.rows().size(); ++r) {
        if (!row(r).contains(x, y))
            continue;
        for (std::size_t i = 0; i < model_.rows()[r].cells.size(); ++i)
            if (cell({r, i}).contains(x, y))
                return CellId{r, i};
    }
    return std::nullopt;
}

} // namespace scanline::view
