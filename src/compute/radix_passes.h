#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

#include <array>
#include <string_view>

namespace scanline::compute::detail {

inline constexpr int digit_bits = 8;
inline constexpr int digits = 1 << digit_bits;

/// What a sort's kernels are made for.
struct RadixKind {
    ElementType key;
    SortPayload payload;
    RadixSortOptions options;

    int passes() const;
    int shift(int pass) const { return options.begin_bit + pass * digit_bits; }
    /// Of the digit of a pass, which may have fewer bits in the last one.
    std::uint32_t mask(int pass) const;
    /// Positions are values from the second pass on.
    SortPayload payload_of_pass(int pass) const;
};

/// Keys and what travels with them; where nothing does, the values are the keys again.
struct RadixArrays {
    BufferRange keys, values;
};

/// How a group goes through a tile.
struct RadixShape {
    int group, items;

    std::int64_t tile() const { return std::int64_t{group} * items; }
};

/// The shape of RadixSweeps; none where the tier has no lanes for it or the driver not the shared memory.
std::optional<RadixShape> sweep_shape(const Engine& engine);

/// The shapes by which one group sorts a few keys or many, from small to large, at most most_group_shapes;
/// none without lanes.
inline constexpr std::size_t most_group_shapes = 3;
std::vector<RadixShape> group_shapes(const Engine& engine);

/// Sorts as many keys as one group takes, all digits at once: the keys of an array, or those of its segments,
/// a group each.
class RadixGroup {
public:
    enum class Of { array, segments };

    RadixGroup(Engine& engine, const RadixKind& kind, const RadixShape& shape, Of of);

    std::int64_t most_keys() const { return most_keys_; }
    void sort(Engine& engine, const RadixArrays& from, const RadixArrays& to, const Length& length) const;
    /// listed: which of the segments that the offsets tell; none: the first ones. So many of them.
    void sort_segments(Engine& engine, const RadixArrays& from, const RadixArrays& to,
                       const BufferRange& offsets, const std::optional<BufferRange>& listed,
                       const Length& length) const;

private:
    RadixKind kind_;
    std::int64_t most_keys_;
    Kernel kernel_;
};

/// A digit at a time, in one pass over the keys each: a pass before all counts the digits of all of them.
class RadixSweeps {
public:
    /// Counts lie above two bits of a word.
    static constexpr std::int64_t most_keys = (std::int64_t{1} << 30) - 1;

    RadixSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape);

    /// One sort's scratch.
    struct Run {
        BufferRange starts, states;
    };
    Run begin(Engine& engine, Arena::Scope& scratch, const BufferRange& keys, const Length& length) const;
    void sort_by_digit(Engine& engine, int pass, const RadixArrays& from, const RadixArrays& to,
                       const Length& length, const Run& run) const;

private:
    std::int64_t tiles_of(const Length& length) const;

    RadixKind kind_;
    Kernel histogram_;
    std::array<Kernel, 2> sweep_;               ///< the first, and those after it
    mutable DeviceArray<std::uint32_t> counts_; ///< zero between sorts
};

/// A digit at a time, in three passes: count, scan, scatter. On every tier.
class RadixScatters {
public:
    RadixScatters(Engine& engine, const RadixKind& kind);

    /// One sort's scratch.
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
