#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/cube/rows.h"

#include <vector>

namespace scanline::cube {

// These functions check arguments. `what` prefixes their messages. Errors: usage.

/// Returns the path; default_path() if it is empty.
std::vector<int> require_path(const Shape& shape, std::vector<int> path, const char* what);

/// Also Cancelled.
void require_rows(const Rows& rows, cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what);

void require_dimension(int dimension, const Shape& shape, const char* what);

/// Returns the codes sorted, without duplicates.
std::vector<std::uint32_t> require_codes(int dimension, std::vector<std::uint32_t> codes, const Shape& shape,
                                         const char* what);

} // namespace scanline::cube
