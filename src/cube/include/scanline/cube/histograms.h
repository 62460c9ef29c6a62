#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/rows.h"

#include <optional>
#include <vector>

namespace scanline::cube {

/// The aggregates of each code of a dimension.
struct Histogram {
    std::vector<std::int64_t> count;               ///< [code]
    std::vector<std::vector<std::int64_t>> values; ///< [measure][code]; without rows: see answer()

    bool operator==(const Histogram&) const = default;
};

/// Linked histograms of all dimensions: each counts the rows that are selected in every other dimension, so
/// that a deselected bar still shows what it would add. Source: the groups of the browser library
/// Crossfilter.
///
/// A step reads the column of the dimension whose selection changes, and the rows that this selects or
/// deselects; all rows with Fold::min or Fold::max. Each thread fills tables of its own, which are added up
/// at the end of a step. Exact.
///
/// rows: not owned. Memory: 4 bytes a row, and for each thread and code 8 bytes more than 8 for each measure.
/// Errors: usage for rows as in build(), unknown dimensions and codes; failure if out of memory; Cancelled,
/// after which the next step counts all rows again.
///
///     Histograms histograms(sales);
///     histograms.select(0, std::vector{oslo})[1].count;   // rows of Oslo for each product
///     histograms.select(0, std::nullopt);                 // all cities again
class Histograms {
public:
    explicit Histograms(const Rows& rows, const cpu::Options& options = {});

    /// Selects codes of a dimension, in any order, in place of those selected before; nullopt for all.
    const std::vector<Histogram>& select(int dimension,
                                         const std::optional<std::vector<std::uint32_t>>& codes);
    /// [dimension]
    const std::vector<Histogram>& current() const;

private:
    struct Parts;
    Pimpl<Parts> parts_;
};

} // namespace scanline::cube
