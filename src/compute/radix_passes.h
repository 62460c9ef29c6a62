#pragma once
#include "radix_kernels.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/scan.h"

#include <array>

namespace scanline::compute::detail {

/// Sorts keys that fit one group, all digits in one pass: an array, or segments with a group each.
class RadixGroup {
public:
    RadixGroup(Engine& engine, const RadixKind& kind, const RadixShape& shape, GroupSorts what);

    std::int64_t most_keys() const { return most_keys_; }
    void sort(Engine& engine, const RadixArrays& from, const RadixArrays& to, const Length& length) const;
    /// listed: indices of the segments to sort; none: the first ones. length: their number. skipped:
    /// segments of at most this many keys stay unsorted. beside_next: as in Kernel::Run.
    void sort_segments(Engine& engine, const RadixArrays& from, const RadixArrays& to,
                       const BufferRange& offsets, const std::optional<BufferRange>& listed,
                       const Length& length, std::int64_t skipped, bool beside_next) const;

private:
    RadixKind kind_;
    std::int64_t most_keys_;
    Kernel kernel_;
};

/// One pass over the keys per digit, after a pass that counts all digits.
class RadixSweeps {
public:
    RadixSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape);

    /// Counts the digits. Returns the scratch of one sort.
    BufferRange begin(Engine& engine, Arena::Scope& scratch, const BufferRange& keys,
                      const Length& length) const;
    void sort_by_digit(Engine& engine, int pass, const RadixArrays& from, const RadixArrays& to,
                       const Length& length, const BufferRange& states) const;

private:
    std::int64_t tiles_of(const Length& length) const;

    RadixKind kind_;
    Kernel histogram_;
    std::array<Kernel, 2> sweep_;               ///< the first, and those after it
    mutable DeviceArray<std::uint32_t> counts_; ///< zero between sorts
    mutable DeviceArray<std::uint32_t> starts_; ///< of each pass's digits, in the sorted array
};

/// Three passes per digit: count, scan, scatter. For every tier.
class RadixScatters {
public:
    RadixScatters(Engine& engine, const RadixKind& kind);

    /// The scratch of one sort.
    BufferRange begin(Arena::Scope& scratch, const Length& length) const;
    void sort_by_digit(Engine& engine, int pass, const RadixArrays& from, const RadixArrays& to,
                       const Length& length, const BufferRange& counts) const;

private:
    RadixKind kind_;
    Kernel count_;
    std::array<Kernel, 2> scatter_;
    ScanKernels scan_;
};

} // namespace scanline::compute::detail
