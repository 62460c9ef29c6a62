#pragma once
#include "scanline/data/table.h"

#include <optional>
#include <string>
#include <string_view>

namespace scanline::skyline {

/// A filter on the cells of a column: "price<=100". Numbers are compared by value. Texts can only be equal or
/// not.
struct Condition {
    enum class Relation { less_equal, greater_equal, not_equal, less, greater, equal };

    std::size_t column = 0;
    Relation relation = Relation::equal;
    std::string text;
    std::optional<double> number{}; ///< the text as a number, if it is one

    /// True for = and !=, which also compare texts.
    bool is_of_equality() const { return relation == Relation::equal || relation == Relation::not_equal; }
    /// For conditions with a number.
    bool holds(double value) const;
    /// For = and !=: by value if both sides are numbers.
    bool holds(const std::string& cell) const;
};

/// Parses a condition. Errors, beginning with `option`: usage if the relation is missing, the column is
/// unknown, or an order of texts is asked for.
///
///     parse_condition("--where", table, "price<=100")
Condition parse_condition(std::string_view option, const data::Table& table, std::string_view text);

} // namespace scanline::skyline
