#pragma once
#include "scanline/data/table.h"
#include "scanline/skyline/skyline.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cli {

/// A column that takes part.
struct SkylineColumn {
    std::size_t column = 0;
    skyline::Direction direction = skyline::Direction::min;
    /// If positive, values are compared by floor(value / epsilon): the cell of a grid that they are in. Then
    /// every row left out is dominated, or as good, within epsilon. Source: Laumanns, Thiele, Deb, Zitzler,
    /// "Combining Convergence and Diversity in Evolutionary Multiobjective Optimization", 2002.
    double epsilon = 0;
};

/// A filter on the cells of a column: "price<=100". Numbers are compared by value. Texts can only be equal or
/// not.
struct Condition {
    enum class Relation { less_equal, greater_equal, not_equal, less, greater, equal };

    std::size_t column = 0;
    Relation relation = Relation::equal;
    std::string text;
    std::optional<double> number{}; ///< the text as a number, if it is one
};

/// Parses a condition. Errors: usage if the relation is missing, the column is unknown, or an order of texts
/// is asked for.
Condition parse_condition(const data::Table& table, std::string_view text);

/// A skyline of some rows of a table.
struct SkylineQuery {
    std::vector<SkylineColumn> columns;
    std::vector<Condition> where{};    ///< rows that fail any of them are ignored
    std::optional<std::size_t> diff{}; ///< a separate skyline for each text in this column
    bool drop_nan = false;             ///< leaves out rows with NaN or empty cells in columns that count
    std::optional<int> layers{};       ///< number of skylines to peel
    skyline::Options options{};
};

struct SkylineAnswer {
    std::vector<std::uint32_t> rows;   ///< ascending
    std::vector<std::uint32_t> layers; ///< the layer of each row, from 1; empty unless layers were asked for
    std::int64_t filtered = 0;         ///< rows that meet the conditions
    std::int64_t dropped = 0;          ///< rows left out for NaN or empty cells
    std::int64_t groups = 0;
    skyline::Counters counters{};
    std::string how; ///< the algorithm, and why
};

/// progress(part, what): called with the part that is done, and what is being done. Errors: cells that are no
/// numbers, empty or NaN in columns that count, with row and column; those of skyline::keys_of() and find();
/// Cancelled.
SkylineAnswer answer(const data::Table& table, const SkylineQuery& query,
                     const std::function<void(double part, const std::string& what)>& progress);

} // namespace scanline::cli
