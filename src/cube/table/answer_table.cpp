#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

/// Chooses one measure for each column of numbers, preferably one that was not rounded.
std::vector<Measure> measures_of_rows(const Cube& cube) {
    std::vector<Measure> chosen;
    for (const Measure& measure : cube.measures) {
        if (measure.stored < 0)
            continue;
        Measure of_row = measure;
        if (measure.aggregate == Aggregate::avg)
            of_row.aggregate = Aggregate::sum;
        const auto known = std::ranges::find(chosen, measure.column, &Measure::column);
        if (known == chosen.end())
            chosen.push_back(of_row);
        else if (known->is_rounded && !measure.is_rounded)
            *known = of_row;
    }
    return chosen;
}

} // namespace

AnswerTable answer_table(const Cube& cube, const Query& query, const Groups& groups) {
    AnswerTable table;
    for (const int dimension : query.group_by)
        table.names.push_back(cube.dimensions[static_cast<std::size_t>(dimension)].name);
    table.names.emplace_back("count");
    std::vector<Measure> measures = cube.measures;
    std::erase_if(measures, [](const Measure& measure) { return measure.aggregate == Aggregate::count; });
    for (const Measure& measure : measures)
        table.names.push_back(measure.name());
    for (std::size_t group = 0; group < groups.count.size(); ++group) {
        std::vector<std::string> row;
        for (std::size_t g = 0; g < query.group_by.size(); ++g)
            row.push_back(cube.dimensions[static_cast<std::size_t>(query.group_by[g])].dictionary.text(
                groups.codes[g][group]));
        row.push_back(fmt::format("{}", groups.count[group]));
        for (const Measure& measure : measures)
            row.push_back(text_of(measure, groups.count[group],
                                  groups.values[static_cast<std::size_t>(measure.stored)][group]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

AnswerTable row_table(const Cube& cube, std::span<const std::uint32_t> rows) {
    const std::vector<Measure> measures = measures_of_rows(cube);
    AnswerTable table;
    for (const Dimension& dimension : cube.dimensions)
        table.names.push_back(dimension.name);
    for (const Measure& measure : measures)
        table.names.push_back(measure.column);
    for (const std::uint32_t number : rows) {
        std::vector<std::string> row;
        for (std::size_t d = 0; d < cube.dimensions.size(); ++d)
            row.push_back(cube.dimensions[d].dictionary.text(cube.rows.codes[d][number]));
        for (const Measure& measure : measures)
            row.push_back(
                text_of(measure, 1, cube.rows.measures[static_cast<std::size_t>(measure.stored)][number]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace scanline::cube
