#pragma once
#include "scanline/compute/tile_passes.h"

#include <optional>
#include <string_view>

namespace scanline::compute {

struct CompactOptions {
    // As in ScanOptions.
    std::optional<ScanMethod> method{};
    std::optional<ScanOrder> order{}; ///< not scan-then-add: nothing is added to what has been moved
    std::optional<int> partition{};
    int silent_tiles = 0;
};

/// True if elements can be compacted in an order: nothing can be added to an element that has been moved.
constexpr bool can_compact(ScanOrder order) {
    return order != ScanOrder::scan_then_add;
}

namespace detail {

/// What becomes of elements that are not selected.
enum class Rejected { dropped, behind };

} // namespace detail

/// What Compact and Partition check at construction. Errors: usage, naming the option and what can be chosen.
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
    TilePasses passes_;
};

} // namespace detail

/// Compacts: writes the elements whose flag is not 0 to the front of the output, in their order (stable), and
/// to selected[0] how many they are, which stays on the GPU. Any element type.
///
/// flags are as many as the elements; the output, apart from all inputs, takes what fits: the others are left
/// out, and selected[0] counts them all the same. Behind the selected elements the output stays as it is.
/// n = 0 sets selected[0] to 0. Scratch: one word for each tile, none where chained. Errors: usage where
/// lengths differ, arrays overlap or are larger than a storage block, and for the order scan-then-add.
///
///     Compact<float> compact(engine);
///     compact(a, flags, b, n);   // a: 3 1 7 0 4   flags: 1 0 1 0 1   b: 3 7 4   n: 3
template <Element T>
class Compact {
public:
    explicit Compact(Engine& engine, const CompactOptions& options = {})
        : kernels_(engine, element_type_of<T>, std::nullopt, detail::Rejected::dropped, options) {}

    /// count: only the first count[0] elements, a number that lies on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> flags, ArrayView<T> output,
                    ArrayView<std::uint32_t> selected, Count count = {}) const {
        kernels_.run(input.range(), flags.range(), output.range(), selected.range(), count.range());
    }

private:
    detail::CompactKernels kernels_;
};

/// The same for the elements that a predicate selects: a GLSL expression of the element x (of a Pair: a
/// uvec2) and its index i, for example "x > 0.5" or "(i & 1u) == 0u". Errors: usage for an expression that is
/// none; failure where GLSL does not compile it, with what the driver says.
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

/// Partitions in two: the elements whose flag is not 0, then the others, both in their order (stable).
/// selected[0] is how many come first. As Compact otherwise; always in three passes, because the second part
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
