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

/// What the kernels of a sort are compiled for.
struct RadixKind {
    ElementType key;
    SortPayload payload;
    RadixSortOptions options;

    int passes() const;
    int shift(int pass) const { return options.begin_bit + pass * digit_bits; }
    /// The mask of a pass's digit, which may have fewer bits in the last pass.
    std::uint32_t mask(int pass) const;
    /// From the second pass on, positions move as values.
    SortPayload payload_of_pass(int pass) const;
};

/// Keys with their payload; without a payload, values are the keys again.
struct RadixArrays {
    BufferRange keys, values;
};

/// The shape of a group's tile.
struct RadixShape {
    int group, items;
    int parts = 1; ///< in which the sorted tile passes through shared memory, one after the other

    std::int64_t tile() const { return std::int64_t{group} * items; }
};

/// The shape of RadixSweeps; none if the tier has too few lanes or the driver too little shared memory.
std::optional<RadixShape> sweep_shape(const Engine& engine);
/// The same for many keys, which large tiles sort faster.
std::optional<RadixShape> large_sweep_shape(const Engine& engine, SortPayload payload);

/// The shapes with which one group sorts few or many keys, from small to large, at most most_group_shapes;
/// none without lanes.
inline constexpr std::size_t most_group_shapes = 3;
std::vector<RadixShape> group_shapes(const Engine& engine);

/// Sorts keys that fit one group, all digits in one pass: an array, or segments with a group each.
class RadixGroup {
public:
    enum class Of { array, segments };

    RadixGroup(Engine& engine, const RadixKind& kind, const RadixShape& shape, Of of);

    std::int64_t most_keys() const { return most_keys_; }
    void sort(Engine& engine, const RadixArrays& from, const RadixArrays& to, const Length& length) const;
    /// listed: indices of the segments to sort; none: the first ones. length: their number.
    void sort_segments(Engine& engine, const RadixArrays& from, const RadixArrays& to,
                       const BufferRange& offsets, const std::optional<BufferRange>& listed,
                       const Length& length) const;

private:
    RadixKind kind_;
    std::int64_t most_keys_;
    Kernel kernel_;
};

/// One pass over the keys per digit, after a pass that counts all digits.
class RadixSweeps {
public:
    /// A word holds a count above two state bits.
    static constexpr std::int64_t most_keys = (std::int64_t{1} << 30) - 1;

    RadixSweeps(Engine& engine, const RadixKind& kind, const RadixShape& shape);

    /// The scratch of one sort.
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
