#include "checks.h"

#include "scanline/core/error.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace scanline::cube {

namespace {

void require_shape(const Shape& shape, const char* what) {
    const auto dimensions = static_cast<int>(shape.cardinalities.size());
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: {} dimensions is out of range: choose 1 to {}", what, dimensions,
                                      max_dimensions));
    for (int d = 0; d < dimensions; ++d)
        if (shape.cardinalities[static_cast<std::size_t>(d)] == 0)
            throw usage_error(
                fmt::format("{}: dimension {} has cardinality 0: a dimension has 1 code or more", what, d));
}

template <class Column>
void require_columns(const std::vector<Column>& columns, std::size_t wanted, const char* of, const Rows& rows,
                     const char* what) {
    if (columns.size() != wanted)
        throw usage_error(fmt::format("{}: the shape has {} {}, but the rows {} columns of them: pass one "
                                      "column for each",
                                      what, wanted, of, columns.size()));
    for (const Column& column : columns)
        if (static_cast<std::int64_t>(column.size()) != rows.size())
            throw usage_error(fmt::format("{}: columns of {} and {} rows: all columns must be equally long",
                                          what, rows.size(), column.size()));
}

[[noreturn]] void refuse_code(int dimension, std::uint32_t code, const Shape& shape, const char* what) {
    throw usage_error(fmt::format("{}: dimension {} has no code {}: its codes are 0 to {}", what, dimension,
                                  code, shape.cardinalities[static_cast<std::size_t>(dimension)] - 1));
}

} // namespace

std::vector<int> require_path(const Shape& shape, std::vector<int> path, const char* what) {
    require_shape(shape, what);
    const std::vector<int> usual = default_path(shape);
    if (path.empty())
        return usual;
    if (!std::ranges::is_permutation(path, usual))
        throw usage_error(fmt::format("{}: the path {} does not name each of the dimensions 0 to {} once",
                                      what, fmt::join(path, " "), usual.size() - 1));
    return path;
}

void require_rows(const Rows& rows, cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what) {
    require_shape(rows.shape, what);
    if (rows.size() > max_rows)
        throw usage_error(fmt::format("{}: {} rows exceed the limit of {}: split them between cubes", what,
                                      rows.size(), max_rows));
    require_columns(rows.codes, rows.shape.cardinalities.size(), "dimensions", rows, what);
    require_columns(rows.measures, rows.shape.folds.size(), "measures", rows, what);
    for (std::size_t d = 0; d < rows.codes.size(); ++d) {
        const std::uint32_t* codes = rows.codes[d].data();
        cpu::share_evenly(team, rows.size(), cancelled,
                          [&](int /*thread*/, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              in_pieces(end - begin, 1, poll, [&](std::int64_t first, std::int64_t last) {
                                  const std::uint32_t* const from = codes + begin;
                                  const std::uint32_t greatest = *std::max_element(from + first, from + last);
                                  if (greatest >= rows.shape.cardinalities[d])
                                      refuse_code(static_cast<int>(d), greatest, rows.shape, what);
                              });
                          });
    }
}

void require_dimension(int dimension, const Shape& shape, const char* what) {
    const auto dimensions = static_cast<int>(shape.cardinalities.size());
    if (dimension < 0 || dimension >= dimensions)
        throw usage_error(
            fmt::format("{}: there is no dimension {}: there are 0 to {}", what, dimension, dimensions - 1));
}

std::vector<std::uint32_t> require_codes(int dimension, std::vector<std::uint32_t> codes, const Shape& shape,
                                         const char* what) {
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (!codes.empty() && codes.back() >= shape.cardinalities[static_cast<std::size_t>(dimension)])
        refuse_code(dimension, codes.back(), shape, what);
    return codes;
}

} // namespace scanline::cube
