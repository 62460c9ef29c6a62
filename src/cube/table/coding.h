#pragma once
#include "bins.h"
#include "cells.h"

#include "scanline/cube/cube.h"

namespace scanline::cube {

using tables::Decimal;

/// The coded columns of a table.
struct CodedColumns {
    std::vector<std::vector<std::uint32_t>> codes; ///< [dimension][row]
    std::vector<std::vector<Decimal>> numbers;     ///< [name][row]
};

/// Codes the columns of a table in parallel. Adds new values to dictionaries, and derives the bins of
/// dimensions with a bin plan. names: the columns to read as numbers. operation: prefix of messages. Errors:
/// see make_cube(); if several columns fail, the error of the first.
CodedColumns code_columns(const data::Table& table, std::vector<Dimension>& dimensions,
                          const std::vector<std::optional<BinPlan>>& bins,
                          const std::vector<std::string>& names, std::string_view operation,
                          const CubeOptions& options, const std::function<void(double part)>& show);

} // namespace scanline::cube
