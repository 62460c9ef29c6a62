#include "explorer/columns.h"

#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/cube/column.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <unordered_set>

namespace scanline::view {

namespace {

constexpr std::size_t most_sampled = 20'000;
constexpr std::int64_t few_numbers = 32, few_texts = 12, most_texts = 1000;
constexpr int usual_bins = 20;

bool is_date(std::string_view text) {
    return cube::date_part(text, cube::Derivation::year).has_value();
}

bool is_number(std::string_view text) {
    constexpr double most = std::numeric_limits<double>::max();
    return read_number<double>(text, {-most, most}).has_value();
}

struct Sample {
    std::vector<std::string> texts;
    std::int64_t empty = 0;
};

Sample sample_of(const data::Table& table, std::size_t column, CancelPoll& poll) {
    const std::size_t size = std::min(table.rows(), most_sampled);
    Sample sample;
    for (std::size_t i = 0; i < size; ++i) {
        poll.count(100);
        sample.texts.push_back(table.text(i * table.rows() / size, column));
        sample.empty += sample.texts.back().empty() ? 1 : 0;
    }
    return sample;
}

bool all_are(const Sample& sample, bool (*is)(std::string_view)) {
    return sample.empty < static_cast<std::int64_t>(sample.texts.size()) &&
           std::ranges::all_of(sample.texts,
                               [is](const std::string& text) { return text.empty() || is(text); });
}

std::int64_t count_values(const std::vector<std::string>& texts) {
    return static_cast<std::int64_t>(std::unordered_set<std::string_view>(texts.begin(), texts.end()).size());
}

void add_parts(std::vector<ExplorerColumn>& columns, const std::string& name, const Sample& sample) {
    for (const cube::Derivation part : cube::all_date_parts) {
        std::vector<std::string> parts;
        for (const std::string& text : sample.texts)
            parts.push_back(cube::date_part(text, part).value_or(""));
        const std::int64_t values = count_values(parts);
        // A day of the month says little by itself.
        columns.push_back({.name = fmt::format("{}.{}", name, to_string(part)),
                           .column = name,
                           .values = values,
                           .proposed = values > 1 && part != cube::Derivation::day});
    }
}

void add_column(std::vector<ExplorerColumn>& columns, const std::string& name, const Sample& sample) {
    if (all_are(sample, is_date))
        return add_parts(columns, name, sample);
    ExplorerColumn column{.name = name, .column = name, .values = count_values(sample.texts)};
    const auto size = static_cast<std::int64_t>(sample.texts.size());
    if (all_are(sample, is_number)) {
        column.is_number = true;
        column.bins = column.values > few_numbers ? usual_bins : 0;
        column.measurable = sample.empty == 0;
        column.proposed = column.values > 1 && (column.bins == 0 || column.measurable);
    } else {
        // Distinct texts, such as names, make no useful dimension.
        column.proposed = column.values > 1 && column.values <= most_texts &&
                          (column.values <= few_texts || column.values * 2 <= size);
    }
    columns.push_back(std::move(column));
}

// Keeps the first ones of each kind.
void limit_proposals(std::vector<ExplorerColumn>& columns) {
    int proposed = 0;
    for (const bool binned : {false, true})
        for (ExplorerColumn& column : columns)
            if (column.proposed && (column.bins > 0) == binned)
                column.proposed = proposed++ < most_proposed;
    if (proposed == 0) // none stands out
        columns.front().proposed = true;
}

} // namespace

std::vector<ExplorerColumn> explorer_columns(const data::Table& table, const CancelHook& cancelled) {
    if (table.rows() == 0 || table.columns() == 0)
        throw Error(fmt::format("{} has no rows: a cube needs one at least", printable_path(table.path())));
    CancelPoll poll(cancelled);
    std::vector<ExplorerColumn> columns;
    for (std::size_t column = 0; column < table.columns(); ++column)
        add_column(columns, table.names().empty() ? std::to_string(column) : table.names()[column],
                   sample_of(table, column, poll));
    limit_proposals(columns);
    return columns;
}

} // namespace scanline::view
