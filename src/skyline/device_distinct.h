#pragma once
#include "device_steps.h"

#include "scanline/compute/scan.h"

namespace scanline::skyline {

/// True if so many rows of a sample are equal that tests between equal rows, which decide nothing, may take
/// most of the time.
bool has_many_equal_rows(const Keys& keys);

/// Finds the first of each run of equal rows, in the order of hashes of rows. Rows whose hashes are equal by
/// chance may split a run; each part has a leader then.
class DistinctRows {
public:
    DistinctRows(compute::Engine& engine, int dimensions);

    struct Found {
        Words leaders;          ///< rows that stand for their equals
        Words order, leader_of; ///< rows by hash, and where in this order the leader of each is
    };
    /// Allocates in the search's scratch memory.
    Found find(const Search& search) const;
    /// Marks the rows whose leaders are marked.
    void spread_marks(const Search& search, const Found& found) const;

private:
    compute::ElementwiseKernel hashes_, leaders_, spread_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::Scan<std::uint32_t> last_leader_;
    compute::Compact<std::uint32_t> compact_;
};

} // namespace scanline::skyline
