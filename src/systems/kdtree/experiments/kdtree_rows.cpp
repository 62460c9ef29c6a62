#include "experiments/kdtree_rows.h"

#include "scanline/bench/axes.h"
#include "scanline/bench/row_access.h"

#include <fmt/format.h>

namespace scanline::bench {

std::string contender_of(const Row& row) {
    return axis_number(row, threads_axis)
               ? fmt::format("{}, threads: {}", row.axis(by_axis), row.axis(threads_axis))
               : row.axis(by_axis);
}

} // namespace scanline::bench
