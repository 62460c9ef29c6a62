// Conditions on the columns of a table: each row meets one or its opposite, or lacks a value that has an
// order.
#include "scanline/tables/condition.h"
#include "target.h"

#include <algorithm>

namespace scanline::fuzz {

const Target condition_target{
    "condition",
    [](Bytes bytes, Folder) {
        using Texts = std::vector<std::string>;
        static const auto table = data::make_table(
            {{"city", Texts{"Oslo", "Rome", "", "a,b", "1"}},
             {"when", Texts{"2026-01-31", "2025-12-01 13:05", "", "2024-02-29", "2024-02-29"}},
             {"price", Texts{"1.5", "-2e3", "NA", "1.50", "18446744073709551615"}},
             {"count", std::vector<double>{1, 2, 0.1, -0.0, 1e300}}});
        const auto rows =
            tables::rows_that_meet("--where", std::array{bytes}, *table, {}, {.threads = 1}, {});
        tables::Condition parsed = tables::parse_condition("--where", bytes);
        using enum tables::Relation;
        const bool has_order = parsed.relation != equal && parsed.relation != not_equal;
        constexpr std::array opposites{not_equal, equal, greater_equal, greater, less_equal, less};
        parsed.relation = opposites[static_cast<std::size_t>(parsed.relation)];
        const std::size_t column = table->column("--where", parsed.column);
        const tables::CellTest opposite(parsed, tables::type_of(*table, column, {}), "--where");
        for (std::uint32_t row = 0; row < table->rows(); ++row) {
            const bool meets = std::ranges::count(rows, row) > 0;
            const std::string cell = table->text(row, column);
            const bool is_missing = tables::is_missing(cell, {});
            require(has_order && is_missing ? !meets : meets != opposite.holds(is_missing ? "" : cell),
                    "a row meets a condition and its opposite, or neither");
        }
    },
    [] {
        return split_seeds(
            "city=Oslo|city!={Oslo,\"a,b\"}|city=\"\"|price<=1.5|price=-2e3..1.5|when=2024..2025|"
            "when>2024-W09|when!=2024-02|count>=0.1|count={0,1e300}|when<\"2025-12-01 13:05\"");
    }};

} // namespace scanline::fuzz
