#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

/// Chooses one measure for each column of numbers, as its own value.
std::vector<Measure> measures_of_rows(const Cube& cube) {
    std::vector<Measure> chosen;
    for (Measure measure : cube.measures) {
        if (measure.stored < 0 || std::ranges::count(chosen, measure.column, &Measure::column) > 0)
            continue;
        if (measure.aggregate == Aggregate::avg)
            measure.aggregate = Aggregate::sum;
        chosen.push_back(std::move(measure));
    }
    return chosen;
}

/// Sorts groups by the ranks of their codes; those of one rank keep their order.
std::vector<std::size_t> sorted_by(const std::vector<std::uint32_t>& ranks,
                                   std::span<const std::uint32_t> codes,
                                   const std::vector<std::size_t>& order) {
    std::vector<std::size_t> places(ranks.size() + 1);
    for (const std::size_t group : order)
        ++places[ranks[codes[group]] + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<std::size_t> sorted(order.size());
    for (const std::size_t group : order)
        sorted[places[ranks[codes[group]]]++] = group;
    return sorted;
}

/// The groups in the order of their values.
std::vector<std::size_t> in_order(const Cube& cube, const Query& query, const Groups& groups) {
    std::vector<std::size_t> order(groups.count.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::vector<std::uint32_t>> ranks; // [dimension of group_by][code]
    bool are_in_order = true;
    for (const int number : query.group_by) {
        const Dimension& dimension = cube.dimensions[static_cast<std::size_t>(number)];
        const std::vector<std::uint32_t> ascending = dimension.ascending();
        std::vector<std::uint32_t>& of_code = ranks.emplace_back(ascending.size());
        for (std::uint32_t rank = 0; rank < ascending.size(); ++rank)
            of_code[ascending[rank]] = rank;
        are_in_order = are_in_order && std::ranges::is_sorted(ascending);
    }
    // Groups ascend by codes.
    for (std::size_t g = are_in_order ? 0 : ranks.size(); g-- > 0;)
        order = sorted_by(ranks[g], groups.codes[g], order);
    return order;
}

} // namespace

AnswerTable answer_table(const Cube& cube, const Query& query, const Groups& groups, bool is_ranked) {
    AnswerTable table;
    for (const int dimension : query.group_by)
        table.names.push_back(cube.dimensions[static_cast<std::size_t>(dimension)].name);
    table.names.emplace_back("count");
    std::vector<Measure> measures = cube.measures;
    std::erase_if(measures, [](const Measure& measure) { return measure.aggregate == Aggregate::count; });
    for (const Measure& measure : measures)
        table.names.push_back(measure.name());
    std::vector<std::size_t> order;
    if (is_ranked || query.top)
        for (std::size_t group = 0; group < groups.count.size(); ++group)
            order.push_back(group);
    else
        order = in_order(cube, query, groups);
    for (const std::size_t group : order) {
        std::vector<std::string> row;
        for (std::size_t g = 0; g < query.group_by.size(); ++g)
            row.push_back(cube.dimensions[static_cast<std::size_t>(query.group_by[g])].dictionary.text(
                groups.codes[g][group]));
        row.push_back(fmt::format("{}", groups.count[group]));
        for (const Measure& measure : measures)
            row.push_back(text_of(measure, aggregated(measure, groups.count[group], groups.values, group)));
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
            row.push_back(text_of(measure, aggregated(measure, 1, cube.rows.measures, number)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace scanline::cube
