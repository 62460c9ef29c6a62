#pragma once
#include "bins.h"
#include "cells.h"

#include "scanline/cube/cube.h"

namespace scanline::cube {

/// The columns of a table that a cube needs.
struct CodedColumns {
    std::vector<std::vector<std::uint32_t>> codes; ///< [dimension][row]
    std::vector<std::vector<Decimal>> numbers;     ///< [name][row]
};

/// Reads columns, several at once. Dictionaries grow; dimensions with a bin plan get their bins. names: of
/// the columns of numbers. operation: begins messages. Errors: see make_cube(); of several wrong columns,
/// that of the first.
CodedColumns code_columns(const data::Table& table, std::vector<Dimension>& dimensions,
                          const std::vector<std::optional<BinPlan>>& bins,
                          const std::vector<std::string>& names, std::string_view operation,
                          const CubeOptions& options, const std::function<void(double part)>& show);

} // namespace scanline::cube
