#pragma once
#include "scanline/compute/tile_passes.h"

#include <optional>

namespace scanline::compute {

struct ScanOptions {
    Operator op = Operator::sum;
    bool exclusive = false;
    /// None: the fastest here. Results are bitwise equal, except for sums of floats.
    std::optional<ScanMethod> method{};
    std::optional<ScanOrder> order{};
    /// Elements per tile, a power of two from 256 to 16384 (tree: to 4096, for uint64 and segmented scans to
    /// 2048), see partition_limits(). None: the fastest here.
    std::optional<int> partition{};
    /// For tests: every n-th tile of a chained scan publishes nothing, so that others must reduce it. Only if
    /// output and input do not overlap. 0: none.
    int silent_tiles = 0;
};

/// Checks the options of Scan. Errors: usage, naming the option and its choices.
void require_scan(ElementType type, const ScanOptions& options, bool segmented = false);

namespace detail {

class ScanKernels {
public:
    ScanKernels(Engine& engine, ElementType type, const ScanOptions& options, bool segmented);

    /// heads: flags that mark the first element of each segment; none for an unsegmented scan.
    void run(const BufferRange& input, const std::optional<BufferRange>& heads, const BufferRange& output,
             const std::optional<BufferRange>& count) const;
    const TilePasses& passes() const { return passes_; }

private:
    Engine* engine_;
    bool segmented_;
    TilePasses passes_;
};

} // namespace detail

/// Scans (prefix sums, prefix minima, prefix maxima) of uint32, int32, float and, if the driver supports it,
/// uint64 (not chained). n elements give n results. Inclusive: output[i] = input[0] + ... + input[i].
/// Exclusive: output[i] = input[0] + ... + input[i - 1], and output[0] is the identity, see Operator.
///
/// Output may alias the input exactly; otherwise they must not overlap. Scratch from the engine's arena: one
/// value per tile, none if chained. Deterministic, even for floats: for one variant and size the bits are the
/// same in every run. The error of a sum of n floats is at most (d + n / 2^24) / 2^24 times the sum of |x|,
/// where d, the depth of the additions, is at most partition + n / partition.
///
/// n = 0: no work. Errors: usage if the lengths differ, the arrays partly overlap or are larger than a
/// storage block, or an option is out of range; no_opengl for uint64 without ARB_gpu_shader_int64. Source:
/// Zhang, Wang, Ross 2020, sections 2 and 3; Merrill, Garland, "Single-pass parallel prefix scan with
/// decoupled look-back", 2016.
///
///     Scan<std::uint32_t> scan(engine, {.exclusive = true});
///     scan(a, b);   // a: 3 1 7 0 4   b: 0 3 4 11 11
template <Addable T>
class Scan {
public:
    explicit Scan(Engine& engine, const ScanOptions& options = {})
        : kernels_(engine, element_type_of<T>, options, false) {}

    /// count: scan only the first count[0] elements, read on the GPU; the other results are unchanged.
    void operator()(ArrayView<const T> input, ArrayView<T> output, Count count = {}) const {
        kernels_.run(input.range(), std::nullopt, output.range(), count.range());
    }

    // The choices in effect.
    ScanMethod method() const { return kernels_.passes().shape().method; }
    ScanOrder order() const { return kernels_.passes().order(); }
    int partition() const { return kernels_.passes().shape().elements(); }

private:
    detail::ScanKernels kernels_;
};

} // namespace scanline::compute
