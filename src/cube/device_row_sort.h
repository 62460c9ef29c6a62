#pragma once
#include "device_memory.h"

#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"

#include <optional>

namespace scanline::cube {

/// Sorts rows by their codes in the order of the path; stable.
class RowSort {
public:
    RowSort(compute::Engine& engine, const Shape& shape);

    std::int64_t words() const { return words_; } ///< of a row

    /// Packs the codes of rows into words, see packed.glsl, and sorts the rows by these.
    void sort(compute::ArrayView<const std::uint32_t> codes, std::int64_t rows, Words records, Words words,
              Words order) const;

private:
    int bits_, words_; ///< of a row
    std::uint32_t levels_;
    compute::ElementwiseKernel pack_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_; ///< by the last word
    std::optional<compute::RadixSortPairs<std::uint32_t>> sort_, sort_first_;
    compute::Gather<std::uint32_t> gather_;
};

} // namespace scanline::cube
