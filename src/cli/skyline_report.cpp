#include "skyline_report.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(skyline::Direction direction) {
    return direction == skyline::Direction::min ? "min" : "max";
}

std::string columns_text(const data::Table& table, const skyline::TableQuery& query) {
    std::string text;
    for (const skyline::QueryColumn& column : query.columns) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(column.direction),
                            table.title(column.column));
        if (column.epsilon)
            text += fmt::format(" by {}", text_of(*column.epsilon));
    }
    return text;
}

/// Kept rows among the first ones of a table, of all ranks.
std::int64_t kept_of(const SkylineReport& report, std::size_t first) {
    const std::int64_t own = std::ranges::count_if(
        report.found.rows, [&](std::uint32_t row) { return report.table.first_row() + row < first; });
    return report.query.ranks ? share_of(*report.query.ranks, own).all : own;
}

std::string count_text(std::size_t count) {
    return with_commas(static_cast<std::int64_t>(count));
}

} // namespace

std::string SkylineReport::heading() const {
    return fmt::format("skyline of {} rows by {}: {} kept{}\n", count_text(table.all_rows()),
                       columns_text(table, query), with_commas(found.kept()),
                       found.dropped == 0
                           ? ""
                           : fmt::format(", {} left out for missing values", with_commas(found.dropped)));
}

std::string SkylineReport::text() const {
    TextTable facts = backend_table(backend);
    facts.add({"algorithm", how});
    if (known) {
        const std::int64_t stay = kept_of(*this, *known);
        facts.add(
            {"added",
             fmt::format("{} of {} new rows enter, {} of {} stay", with_commas(found.kept() - stay),
                         count_text(table.all_rows() - *known), with_commas(stay), count_text(*known))});
    }
    if (!query.where.empty())
        facts.add({"filtered", fmt::format("{} rows meet the conditions", with_commas(found.filtered))});
    if (query.diff)
        facts.add({"groups", with_commas(found.groups)});
    if (query.layers)
        facts.add({"layers", fmt::format("{}", fmt::join(found.sizes, ", "))});
    if (!backend.gpu)
        facts.add(
            {"tests", fmt::format("{} of dominance, {} of masks", with_commas(found.counters.dominance_tests),
                                  with_commas(found.counters.mask_tests))});
    if (query.ranks)
        facts.add({"ranks", fmt::format("{}, {} rows sent between them", query.ranks->size(),
                                        with_commas(found.sent))});
    facts.add({"time", in_milliseconds(milliseconds)});
    return heading() + facts.format("  ");
}

std::string SkylineReport::json() const {
    Json columns = Json::array();
    for (const skyline::QueryColumn& column : query.columns)
        columns.push_back({{"number", column.column},
                           {"name", table.names().empty() ? Json() : Json(table.names()[column.column])},
                           {"direction", name_of(column.direction)},
                           {"epsilon", column.epsilon ? Json(number_of(*column.epsilon)) : Json()}});
    const auto counted = [this](std::int64_t tests) { return backend.gpu ? Json() : Json(tests); };
    const Json all{{"rows", table.all_rows()},
                   {"added", known ? Json(table.all_rows() - *known) : Json()},
                   {"filtered", found.filtered},
                   {"dropped", found.dropped},
                   {"groups", found.groups},
                   {"kept", found.kept()},
                   {"kept_of_added", known ? Json(found.kept() - kept_of(*this, *known)) : Json()},
                   {"layers", query.layers ? Json(found.sizes) : Json()},
                   {"columns", std::move(columns)},
                   {"backend", to_string(backend.backend)},
                   {"gpu", backend.gpu ? Json(backend.gpu->capabilities().renderer) : Json()},
                   {"reason", backend.reason.empty() ? Json() : Json(backend.reason)},
                   {"algorithm", how},
                   {"dominance_tests", counted(found.counters.dominance_tests)},
                   {"mask_tests", counted(found.counters.mask_tests)},
                   {"ranks", query.ranks ? Json(query.ranks->size()) : Json()},
                   {"sent", query.ranks ? Json(found.sent) : Json()},
                   {"ms", milliseconds}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace scanline::cli
