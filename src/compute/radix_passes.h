#pragma once
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

#include <array>
#include <string_view>

namespace scanline::compute::detail {

inline constexpr int digit_bits = 8;
inline constexpr int digits = 1 << digit_bits;

/// Selects the kernels of a sort.
struct RadixKind {
    ElementType key;
    SortPayload payload;
    RadixSortOptions options;

    int passes() const;
    int shift(int pass) const { return options.begin_bit + pass * digit_bits; }
    /// The mask of a pass's digit, which may have fewer bits in the last pass.
    std::uint32_t mask(int pass) const;
    /// The first pass writes positions; later passes move them like any values.
    SortPayload payload_of_pass(int pass) const;
};

/// Keys with their payload; without a payload, values are the keys again.
struct RadixArrays {
    BufferRange keys, values;
};

/// Requires that sweeps can count so many keys: a word holds a count above two state bits. Errors: usage.
void require_countable(std::int64_t keys, std::string_view operation);

/// The shape of a group's tile.
struct RadixShape {
    int group, items;
    int parts = 1; ///< in which the sorted tile passes through shared memory, one after the other

    std::int64_t tile() const { return std::int64_t{group} * items; }
};

/// The shapes of RadixSweeps for more and more keys, since large tiles sort many keys faster; none if the
/// tier has too few lanes or the driver too little shared memory.
struct SweepShape {
    std::int64_t from; ///< keys
    RadixShape shape;
};
std::vector<SweepShape> sweep_shapes(const Engine& engine, const RadixKind& kind);

/// The shape of SegmentSweeps; none if the engine cannot run sweeps.
std::optional<RadixShape> segment_sweep_shape(const Engine& engine);

/// The input of one group: a whole array, or one segment of many.
enum class GroupSorts { array, segment };

/// The shapes with which one group sorts few or many keys, from small to large, at most max_group_shapes;
/// none without lanes.
inline constexpr std::size_t max_group_shapes = 4;
std::vector<RadixShape> group_shapes(const Engine& engine, SortPayload payload, GroupSorts what);

/// The shape of RadixScatters with lanes.
std::optional<RadixShape> scatter_shape(const Engine& engine);

// Constants, uniforms and bindings that all kernels of radix sorts share.
gl::Specialization constants_of(const Engine& engine, const RadixKind& kind, SortPayload payload,
                                const RadixShape& shape);
Kernel kernel_of(Engine& engine, std::string_view stem, const RadixKind& kind, SortPayload payload,
                 const RadixShape& shape, gl::Specialization more = {});
/// The first pass, and those after it.
std::array<Kernel, 2> pass_kernels(Engine& engine, std::string_view stem, const RadixKind& kind,
                                   const RadixShape& shape, const gl::Specialization& more = {});
gl::Specialization passes_constant(const RadixKind& kind);
gl::Specialization sweep_constants(const RadixKind& kind);
std::vector<Kernel::Uniform> digit_uniforms(int shift, std::uint32_t mask, std::int64_t tiles);
std::vector<Kernel::Binding> bindings_of(const RadixArrays& from, const RadixArrays& to,
                                         const BufferRange& offsets);
inline constexpr std::size_t sorted_keys_binding = 2;

/// Sorts by each digit with pass(number, from, to), between the sorted arrays and scratch, so that the last
/// pass writes the sorted arrays. The arrays may be the same.
template <class Pass>
void sort_by_digits(Arena::Scope& scratch, const RadixKind& kind, const CopyKernel& copy, RadixArrays from,
                    const RadixArrays& sorted, Pass pass) {
    const bool moves_values = kind.payload != SortPayload::none;
    const auto make_arrays = [&] {
        const BufferRange keys = scratch.take(kind.key, sorted.keys.size);
        return RadixArrays{keys, moves_values ? scratch.take(ElementType::uint32, keys.size) : keys};
    };
    const RadixArrays other = make_arrays();
    const int passes = kind.passes();
    const bool in_place =
        from.keys.same_as(sorted.keys) || (moves_values && from.values.same_as(sorted.values));
    if (in_place && passes % 2 == 1) {
        const RadixArrays kept = make_arrays();
        copy.run(from.keys, kept.keys, std::nullopt);
        if (kind.payload == SortPayload::values)
            copy.run(from.values, kept.values, std::nullopt);
        from = kept;
    }
    for (int i = 0; i < passes; ++i) {
        const RadixArrays& to = (passes - i) % 2 == 1 ? sorted : other;
        pass(i, from, to);
        from = to;
    }
}

/// Sorts keys that fit one group, all digits in one pass: an array, or segments with a group each.
class RadixGroup {
public:
    RadixGroup(Engine& engine, const RadixKind& kind, const RadixShape& shape, GroupSorts what);

    std::int64_t max_keys() const { return max_keys_; }
    void sort(Engine& engine, const RadixArrays& from, const RadixArrays& to, const Length& length) const;
    /// listed: indices of the segments to sort; none: the first ones. length: their number. skipped:
    /// segments of at most this many keys stay unsorted. beside_next: as in Kernel::Run.
    void sort_segments(Engine& engine, const RadixArrays& from, const RadixArrays& to,
                       const BufferRange& offsets, const std::optional<BufferRange>& listed,
                       const Length& length, std::int64_t skipped, bool beside_next) const;

private:
    RadixKind kind_;
    std::int64_t max_keys_;
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
