#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/data/table.h"
#include "scanline/skyline/trace.h"
#include "scenes/skyline/rank_run.h"
#include "scenes/skyline/setup.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view::skyline_scene {

/// A table as it was read or generated, whichever of its columns take part.
struct Table {
    struct Column {
        std::string title;
        std::vector<double> numbers; ///< of the rows, NaN for none; empty if they take no part
        std::string problem{};       ///< "dates", "text, such as 'Oslo'": why they take no part
        std::vector<double> ranks{}; ///< compared in place of numbers, where those confuse some
    };
    std::vector<Column> columns;
    std::int64_t rows = 0;
    std::shared_ptr<const data::Table> file; ///< null if it was generated

    bool has_numbers(int column) const { return columns[static_cast<std::size_t>(column)].problem.empty(); }
};

/// A column that takes part.
struct Column {
    int column = 0; ///< of the table
    std::string title;
    skyline::Direction direction = skyline::Direction::min;
    double low = 0, high = 0; ///< least and greatest finite value
    // SkyAlign's thresholds of the column, as values.
    std::array<double, 3> quartiles{};
    std::optional<double> tau{}; ///< the best value that is not better than tau; none if all are better

    bool less() const { return direction == skyline::Direction::min; }
    const char* better() const { return less() ? "less is better" : "more is better"; }
    /// Maps a value from [low, high] to [0, 1]; 0.5 if they are equal.
    double fraction(double value) const;
    /// The same from the best to the worst value.
    double worse(double value) const;
    /// With enough digits to tell values apart.
    std::string text(double value) const;
};

/// SkyAlign on the rows of a table that have a number in every column that takes part, or on a sample of
/// them. Its points are these rows, in their order.
struct Run {
    static constexpr std::int64_t max_traced = Setup::max_generated;
    static constexpr std::size_t max_drawn = 2000;

    Setup setup; ///< what it was made for
    std::shared_ptr<const Table> table;
    std::vector<Column> columns;
    std::vector<std::uint32_t> rows;  ///< of the table, of each point; ascending
    std::vector<std::uint32_t> whole; ///< all rows that have the numbers; `rows` is a sample of them
    skyline::Keys keys;               ///< of the points
    skyline::Trace trace;             ///< of the points
    std::optional<RankRun> ranks;     ///< of several ranks
    std::vector<std::uint32_t> drawn; ///< points, ascending: all, or a sample that prefers the skyline

    std::int64_t size() const { return static_cast<std::int64_t>(rows.size()); }
    int dimensions() const { return static_cast<int>(columns.size()); }
    /// The point of a row of the table; -1 if it is none.
    int point_of(int row) const;
    double value(std::uint32_t point, int column) const;
    double fraction(std::uint32_t point, int column) const;
    std::string text(std::uint32_t point, int column) const;
    /// Columns of the axes of the picture: those that are wanted, if they take part, else others. As many as
    /// there are, up to three.
    std::vector<int> axes(const Setup& wanted) const;
    bool is_sample() const { return rows.size() < whole.size(); }
    bool dominates(std::uint32_t point, std::uint32_t other) const {
        return skyline::dominates(keys[point], keys[other], keys.dimensions);
    }
};

/// Reads or generates the table of a setup. Errors: those of data::read_table(); failure, naming the path,
/// for more than Setup::max_rows rows or without a column of numbers; Cancelled.
std::shared_ptr<const Table> make_sky_table(const Setup& setup, const CancelHook& cancelled);

/// Errors: usage if no column takes part, or more than Setup::max_columns do; Cancelled.
Run run_sky(const Setup& setup, std::shared_ptr<const Table> table, const CancelHook& cancelled);

/// The keys of some rows of a table in these columns.
skyline::Keys sky_keys(const Table& table, const std::vector<Column>& columns,
                       const std::vector<std::uint32_t>& rows, const CancelHook& cancelled);

} // namespace scanline::view::skyline_scene
