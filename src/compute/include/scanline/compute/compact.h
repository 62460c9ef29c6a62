#pragma once
#include "scanline/compute/tile_passes.h"

#include <optional>
#include <string_view>

namespace scanline::compute {

/// How flags lie in their array.
enum class FlagSize {
    word, ///< one in each word
    byte, ///< four in each word, the first in its lowest bits: a mask of bytes, padded to whole words
};

struct CompactOptions {
    // As in ScanOptions.
    std::optional<ScanMethod> method{};
    std::optional<ScanOrder> order{}; ///< not scan-then-add, see can_compact()
    std::optional<int> partition{};
    int silent_tiles = 0;
    FlagSize flags = FlagSize::word;
};

/// True if compaction supports an order. Scan-then-add fixes results up afterwards, when elements have
/// already moved.
constexpr bool can_compact(ScanOrder order) {
    return order != ScanOrder::scan_then_add;
}

namespace detail {

/// The fate of elements that are not selected.
enum class Rejected { dropped, behind };

} // namespace detail

/// Checks the options of Compact and Partition. Errors: usage, naming the option and its choices.
void require_compact(const CompactOptions& options, detail::Rejected rejected = detail::Rejected::dropped);

namespace detail {

class CompactKernels {
public:
    /// predicate: none for flags.
    CompactKernels(Engine& engine, ElementType type, std::optional<std::string_view> predicate,
                   Rejected rejected, const CompactOptions& options);

    /// flags: none for a predicate.
    void run(const BufferRange& input, const std::optional<BufferRange>& flags, const BufferRange& output,
             const BufferRange& selected, const std::optional<BufferRange>& count) const;

private:
    Engine* engine_;
    std::string_view name_; ///< of the operation, for messages
    FlagSize flag_size_;
    TilePasses passes_;
};

} // namespace detail

/// Compacts: writes the elements whose flag is not 0 to the front of the output in order (stable), and their
/// number to selected[0], which stays on the GPU. Any element type.
///
/// There are as many flags as elements, see CompactOptions::flags. The output must not overlap the inputs. It
/// may be too short: elements that do not fit are dropped, but still counted in selected[0]. After the
/// selected elements, the output is unchanged. n = 0 sets selected[0] to 0. Scratch: one word per tile, none
/// if chained. Errors: usage if lengths differ, arrays overlap or are larger than a storage block, and for
/// the order scan-then-add.
///
///     Compact<float> compact(engine);
///     compact(a, flags, b, n);   // a: 3 1 7 0 4   flags: 1 0 1 0 1   b: 3 7 4   n: 3
///     Compact<float> by_bytes(engine, {.flags = FlagSize::byte});
///     by_bytes(a, mask, b, n);   // mask: 0x00ff00ff 0x000000ff
template <Element T>
class Compact {
public:
    explicit Compact(Engine& engine, const CompactOptions& options = {})
        : kernels_(engine, element_type_of<T>, std::nullopt, detail::Rejected::dropped, options) {}

    /// count: compact only the first count[0] elements, read on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> flags, ArrayView<T> output,
                    ArrayView<std::uint32_t> selected, Count count = {}) const {
        kernels_.run(input.range(), flags.range(), output.range(), selected.range(), count.range());
    }

private:
    detail::CompactKernels kernels_;
};

/// The same for the elements that a predicate selects: a GLSL expression of the element x (for Pair: a uvec2)
/// and its index i, for example "x > 0.5" or "(i & 1u) == 0u". Errors: usage for a malformed expression
/// and for one that does not compile: the first line names it, the driver's message follows.
///
///     CompactIf<float> positive(engine, "x > 0.0");
///     positive(a, b, n);
template <Element T>
class CompactIf {
public:
    CompactIf(Engine& engine, std::string_view predicate, const CompactOptions& options = {})
        : kernels_(engine, element_type_of<T>, predicate, detail::Rejected::dropped, options) {}

    void operator()(ArrayView<const T> input, ArrayView<T> output, ArrayView<std::uint32_t> selected,
                    Count count = {}) const {
        kernels_.run(input.range(), std::nullopt, output.range(), selected.range(), count.range());
    }

private:
    detail::CompactKernels kernels_;
};

/// Partitions in two: the elements whose flag is not 0, then the others, both in order (stable). selected[0]
/// is the size of the first part. Otherwise as Compact; always takes three passes, because the second part
/// begins where the first one ends.
///
///     Partition<float> partition(engine);
///     partition(a, flags, b, n);   // a: 3 1 7 0 4   flags: 1 0 1 0 1   b: 3 7 4 1 0   n: 3
template <Element T>
class Partition {
public:
    explicit Partition(Engine& engine, const CompactOptions& options = {})
        : kernels_(engine, element_type_of<T>, std::nullopt, detail::Rejected::behind, options) {}

    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> flags, ArrayView<T> output,
                    ArrayView<std::uint32_t> selected, Count count = {}) const {
        kernels_.run(input.range(), flags.range(), output.range(), selected.range(), count.range());
    }

private:
    detail::CompactKernels kernels_;
};

} // namespace scanline::compute
