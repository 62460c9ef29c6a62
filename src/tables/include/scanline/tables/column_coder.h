#pragma once
#include "scanline/ranks/communicator.h"
#include "scanline/tables/coded_column.h"
#include "scanline/tables/column_work.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace scanline::tables {

/// Codes the cells of column `number` of a table, and adds their new values to `column`. The first call with
/// cells that are not missing decides the type, and derives bins by the plan, which later calls do not need.
///
/// Errors: failure, naming row and column, for a cell that is not of the type, and for more than max_distinct
/// values; usage for parts of dates that several formats fit; Cancelled.
std::vector<std::uint32_t> code_cells(const data::Table& table, std::size_t number, const Reading& reading,
                                      const std::optional<BinPlan>& bins, CodedColumn& column,
                                      const ColumnWork& work);

/// code_cells() of a column whose rows several ranks have, one's after the other's, in steps. Those of ranks
/// are not for threads; without ranks they are left out.
///
///     const auto coder = make_column_coder(table, number, reading, bins, column);
///     coder->look(work);
///     coder->share(ranks);
///     codes = coder->code(work);         // if it fails on one rank, those of others may be empty
///     coder->share_codes(ranks, codes);  // column: the same on all ranks
class ColumnCoder {
public:
    virtual ~ColumnCoder() = default;

    virtual void look(const ColumnWork& work) = 0;
    virtual void share(ranks::Communicator& ranks) = 0;
    virtual std::vector<std::uint32_t> code(const ColumnWork& work) = 0;
    virtual void share_codes(ranks::Communicator& /*ranks*/, std::vector<std::uint32_t>& /*codes*/) {}
};
std::unique_ptr<ColumnCoder> make_column_coder(const data::Table& table, std::size_t number,
                                               const Reading& reading, const std::optional<BinPlan>& bins,
                                               CodedColumn& column);

} // namespace scanline::tables
