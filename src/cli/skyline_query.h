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

/// What cells of a column have to be: "price<=100". A number is compared with numbers; a text with texts, if
/// they are equal.
struct Condition {
    enum class Relation { less_equal, greater_equal, not_equal, less, greater, equal };

    std::size_t column = 0;
    Relation relation = Relation::equal;
    std::string text;
    std::optional<double> number{}; ///< if the text is one
};

/// Parses a condition. Errors: usage for one without relation, an unknown column, and an order of texts.
Condition parse_condition(const data::Table& table, std::string_view text);

/// A skyline of some rows of a table.
struct SkylineQuery {
    std::vector<SkylineColumn> columns;
    std::vector<Condition> where{};    ///< all must be met; the other rows do not count
    std::optional<std::size_t> diff{}; ///< a skyline for each text in this column
    bool drop_nan = false;             ///< leaves out rows with NaN or empty cells in columns that count
    std::optional<int> layers{};       ///< as many skylines, each of what those before leave
    skyline::Options options{};
};

struct SkylineAnswer {
    std::vector<std::uint32_t> rows;   ///< ascending
    std::vector<std::uint32_t> layers; ///< of each row, from 1; only if asked for
    std::int64_t filtered = 0;         ///< rows that meet the conditions
    std::int64_t dropped = 0;          ///< of these, left out for NaN or empty cells
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
