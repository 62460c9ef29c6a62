#pragma once
#include "scanline/points/points.h"
#include "scanline/ranks/communicator.h"
#include "scanline/tables/column_type.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::points {

/// Which columns of a table are coordinates, and how they are read.
struct PointsReading {
    /// By name or number, in the order of the coordinates; empty: all but `id`.
    std::vector<std::string> columns{};
    std::optional<std::string> id{}; ///< a column that names the points
    /// Names that the coordinates shall have: a file with names is read in their order, without its other
    /// columns. Columns given by other names are taken in the order given.
    std::vector<std::string> names{};
    bool drop_missing = false; ///< leaves out rows that lack a coordinate, which are refused otherwise
    bool is_finite = false;    ///< refuses infinite coordinates
    std::optional<CoordinateType> type{}; ///< to round the coordinates to
    tables::Reading cells{};
    data::TextForm text{};
};

/// The points of a file.
struct FilePoints {
    AnyPointCloud points;
    std::vector<std::string> names{};  ///< of the coordinates; empty if they have none
    std::vector<std::string> ids{};    ///< one per point; empty if none were asked for
    std::vector<std::int32_t> rows{};  ///< the row of each point; empty if no row was left out
    std::vector<std::string> unused{}; ///< columns beside PointsReading::names
    std::int64_t file_rows = 0;
    std::int64_t dropped = 0;   ///< rows left out
    std::int64_t changed = 0;   ///< coordinates that differ from the file, by rounding
    double largest_change = 0;  ///< largest difference of a coordinate
    std::int64_t first_row = 0; ///< of a rank's rows of the file

    std::int64_t row_of(std::int64_t point) const {
        return rows.empty() ? first_row + point : rows[static_cast<std::size_t>(point)];
    }
};

/// How several ranks read one file.
struct PartReading {
    ranks::Communicator& ranks;
    /// Returns this rank's rows of a table, see data::Table::first_row(). All ranks call it together.
    std::function<std::unique_ptr<data::Table>(const std::filesystem::path& path, const data::TextForm& form)>
        read_table;
};

/// Reads points: from .ply x, y and z of the vertices; from a table one coordinate per column, see
/// data::read_table().
///
/// Every coordinate stays exact, unless a type is given. Arrays of integers become int32, unless some number
/// stands for missing ones; all other numbers float, if that type holds each of them; otherwise double. A
/// decimal stands for the nearest double, but a whole number of up to 64 bits for itself. With a type,
/// coordinates become the nearest values of it, see CoordinateRange.
///
/// Errors name the path and the problem: those of the readers; more columns than max_dimensions; text in a
/// column of coordinates; a missing coordinate or NaN, and a coordinate that double (or the type) cannot
/// hold, with row and column, see CoordinateRange; names without one of PointsReading::names; usage for a
/// column that the file does not have. Rows and columns count from 0, as points and coordinates do
/// everywhere; a named column is reported with its name.
///
/// part: null, or how this rank reads its part: the points of its rows, with the type that all ranks' points
/// need. file_rows, dropped, changed and largest_change are those of all ranks, and so are errors.
///
///     "x,y\n3,1\n7,0.5\n" in a.csv: float (3, 1) and (7, 0.5); "x,y\n3,1\n7,0.1\n": double
///     "town,lat,lon\nOslo,59.9,10.7\n", {.columns = {"lon", "lat"}, .id = "town"}: double (10.7, 59.9)
///     "x,y\n3,1\n7,0.1\n", {.type = float32}: (3, 1) and (7, 0.1f); 1 changed, by 1.5e-9
FilePoints read_points(const std::filesystem::path& path, const PointsReading& reading = {},
                       const PartReading* part = nullptr);

/// The same points from numbers. Errors: usage for a number that double (or the type) cannot hold; `what`
/// starts the message.
FilePoints make_points(std::string_view what, std::vector<double> numbers, int dimensions,
                       std::optional<CoordinateType> type);

} // namespace scanline::points
