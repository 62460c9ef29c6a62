#pragma once
#include "scanline/compute/tile_passes.h"

#include <optional>

namespace scanline::compute {

struct ScanOptions {
    Operator op = Operator::sum;
    bool exclusive = false;
    /// None: what is fastest here. Results are the same bits, but for sums of floats.
    std::optional<ScanMethod> method{};
    std::optional<ScanOrder> order{};
    /// Elements of a tile, a power of two from 256 to 16384 (tree: to 4096, of uint64 and of segmented scans
    /// to 2048), see partition_limits(). None: what is fastest here.
    std::optional<int> partition{};
    /// For tests: every so many-th tile of a chained scan keeps silent, so that others must reduce it. Only
    /// where output and input are apart. 0: none.
    int silent_tiles = 0;
};

/// What Scan checks at construction. Errors: usage, naming the option and what can be chosen.
void require_scan(ElementType type, const ScanOptions& options, bool segmented = false);

namespace detail {

class ScanKernels {
public:
    ScanKernels(Engine& engine, ElementType type, const ScanOptions& options, bool segmented);

    /// heads: flags of where segments begin; none where the scan is not segmented.
    void run(const BufferRange& input, const std::optional<BufferRange>& heads, const BufferRange& output,
             const std::optional<BufferRange>& count) const;
    const TilePasses& passes() const { return passes_; }

private:
    Engine* engine_;
    bool segmented_;
    TilePasses passes_;
};

} // namespace detail

/// Scans (prefix sums, prefix minima, prefix maxima) of uint32, int32, float and, where the driver has 64-bit
/// integers, uint64 (not chained). Of n elements: n results. Inclusive: output[i] = input[0] + ... +
/// input[i]. Exclusive: output[i] = input[0] + ... + input[i - 1], and output[0] is the identity, see
/// Operator.
///
/// Output may be the input itself; otherwise the two must be apart. Scratch from the engine's arena: one
/// value for each tile, none where chained. Deterministic, also for floats: for one variant and one size the
/// bits are the same in every run. A sum of n floats is within (d + n / 2^24) / 2^24 times the sum of |x| of
/// the right one, where d, the depth of the additions, is at most partition + n / partition.
///
/// n = 0 is nothing to do. Errors: usage where the lengths differ, the arrays overlap in part, are larger
/// than a storage block, or an option is out of range; no_opengl for uint64 without ARB_gpu_shader_int64.
/// Source: Zhang, Wang, Ross 2020, sections 2 and 3; Merrill, Garland, "Single-pass parallel prefix scan with
/// decoupled look-back", 2016.
///
///     Scan<std::uint32_t> scan(engine, {.exclusive = true});
///     scan(a, b);   // a: 3 1 7 0 4   b: 0 3 4 11 11
template <Addable T>
class Scan {
public:
    explicit Scan(Engine& engine, const ScanOptions& options = {})
        : kernels_(engine, element_type_of<T>, options, false) {}

    /// count: only the first count[0] elements, a number that lies on the GPU; the others stay as they are.
    void operator()(ArrayView<const T> input, ArrayView<T> output, Count count = {}) const {
        kernels_.run(input.range(), std::nullopt, output.range(), count.range());
    }

    // What was chosen.
    ScanMethod method() const { return kernels_.passes().shape().method; }
    ScanOrder order() const { return kernels_.passes().order(); }
    int partition() const { return kernels_.passes().shape().elements(); }

private:
    detail::ScanKernels kernels_;
};

} // namespace scanline::compute
