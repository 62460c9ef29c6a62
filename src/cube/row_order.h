#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/cube/rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scanline::cube {

/// Codes of rows, below the cardinality.
struct Column {
    std::span<const std::uint32_t> codes;
    std::uint32_t cardinality = 1;
};

/// The columns of the dimensions on a path.
std::vector<Column> columns_along(const Rows& rows, std::span<const int> path);

/// Sorts rows by their codes in the first column, then in the second ...; stable. Packs as many columns into
/// a word as fit, and sorts by the words from the last to the first.
///
///     order_by_codes({{a, 2}, {b, 2}}, 3, order, team, {}, what);   // a: 0 1 0   b: 1 0 0   order: 2 0 1
void order_by_codes(std::span<const Column> columns, std::int64_t rows, std::vector<std::uint32_t>& order,
                    cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what);

} // namespace scanline::cube
