#include "plan.h"

#include "scanline/core/choice.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace scanline::cube {

using tables::DatePart;
using tables::Derivation;

namespace {

[[noreturn]] void refuse_plan(std::string_view kind, std::string_view name, std::string_view why) {
    throw usage_error(fmt::format("cube build: {} {} {}", kind, printable(name), why));
}

void require_new(std::string_view kind, std::string_view name, bool is_known) {
    if (is_known)
        refuse_plan(kind, name, "is named twice: name it once");
}

Dimension dimension_of(const data::Table& table, const std::string& name) {
    Dimension dimension{.name = name, .column = name};
    if (std::ranges::find(table.names(), name) == table.names().end())
        for (const DatePart part : tables::all_date_parts)
            if (const std::string ending = fmt::format(".{}", to_string(part)); name.ends_with(ending)) {
                dimension.column = name.substr(0, name.size() - ending.size());
                dimension.derivation = Derivation::part;
                dimension.part = part;
                dimension.type = tables::type_of_part(part);
            }
    table.column("cube build: dimension", dimension.column);
    return dimension;
}

/// Reads "price:sum".
Measure measure_of(const data::Table& table, const std::string& text) {
    const std::size_t colon = text.rfind(':');
    const auto aggregate =
        colon == std::string::npos ? std::nullopt : find_choice(text.substr(colon + 1), all_aggregates);
    if (!aggregate)
        refuse_plan(
            "measure", text,
            "names no aggregate: write COLUMN:AGGREGATE, with one of sum, min, max and avg, or :count");
    Measure measure{.column = text.substr(0, colon), .aggregate = *aggregate};
    if ((measure.aggregate == Aggregate::count) != measure.column.empty())
        refuse_plan("measure", text,
                    measure.column.empty() ? "names no column: write COLUMN:AGGREGATE, or :count"
                                           : "counts rows, which takes no column: write :count");
    if (!measure.column.empty())
        table.column("cube build: measure", measure.column);
    return measure;
}

std::size_t known_dimension(std::string_view kind, std::string_view name, const Draft& draft) {
    const auto found = std::ranges::find(draft.dimensions, name, &Dimension::name);
    if (found == draft.dimensions.end())
        refuse_plan(kind, name, fmt::format("is not one of the dimensions {}", names_of(draft.dimensions)));
    return static_cast<std::size_t>(found - draft.dimensions.begin());
}

/// Reads "price:20:quantiles".
void add_bins(const std::string& text, Draft& draft) {
    std::string_view rest = text;
    constexpr std::string_view quantiles = ":quantiles";
    tables::BinPlan plan{.are_quantiles = rest.ends_with(quantiles)};
    if (plan.are_quantiles)
        rest.remove_suffix(quantiles.size());
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos)
        refuse_plan("bins", text, "have no count: write DIMENSION:COUNT, or DIMENSION:COUNT:quantiles");
    plan.most = parse_number<int>(fmt::format("cube build: bins {}", printable(text)), rest.substr(colon + 1),
                                  {1, tables::max_bins});
    const std::string_view name = rest.substr(0, colon);
    const std::size_t number = known_dimension("bins", name, draft);
    Dimension& dimension = draft.dimensions[number];
    require_new("bins", name, dimension.derivation == Derivation::bin);
    if (dimension.derivation != Derivation::value)
        refuse_plan("bins", name,
                    "would split a part of a date, which has few values anyway: leave them out");
    dimension.derivation = Derivation::bin;
    draft.bins[number] = plan;
}

} // namespace

Draft draft_of(const data::Table& table, const CubePlan& plan) {
    const auto dimensions = static_cast<std::int64_t>(plan.dimensions.size());
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("cube build: {} dimensions is out of range: choose 1 to {}", dimensions,
                                      max_dimensions));
    Draft draft;
    for (const std::string& name : plan.dimensions) {
        require_new("dimension", name, std::ranges::count(draft.dimensions, name, &Dimension::name) > 0);
        draft.dimensions.push_back(dimension_of(table, name));
    }
    for (const std::string& text : plan.measures) {
        Measure measure = measure_of(table, text);
        require_new("measure", text, std::ranges::count(draft.measures, measure.name(), &Measure::name) > 0);
        draft.measures.push_back(std::move(measure));
    }
    for (const std::string& name : plan.path) {
        const auto number = static_cast<int>(known_dimension("path", name, draft));
        require_new("path", name, std::ranges::count(draft.path, number) > 0);
        draft.path.push_back(number);
    }
    draft.bins.resize(plan.dimensions.size());
    for (const std::string& text : plan.bins)
        add_bins(text, draft);
    return draft;
}

std::vector<int> whole_path(std::vector<int> path, const Shape& shape) {
    if (path.empty())
        return path;
    for (const int dimension : default_path(shape))
        if (std::ranges::count(path, dimension) == 0)
            path.push_back(dimension);
    return path;
}

} // namespace scanline::cube
