#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/element.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>

namespace scanline::compute {

class Engine;

/// How the elements of a tile are scanned: the counterparts on the GPU of the SIMD variants of Zhang, Wang
/// and Ross, "Parallel prefix sum with SIMD", 2020.
enum class ScanMethod {
    horizontal, ///< neighbours lie in neighbouring lanes, which double their reach step by step
    tree,       ///< a balanced tree of sums in shared memory, built up and walked down (Blelloch)
    vertical,   ///< each invocation walks a chunk of neighbours
};

/// How what comes before a tile is found.
enum class ScanOrder {
    scan_then_add,    ///< tiles are scanned, their totals are scanned, totals are added to the tiles
    reduce_then_scan, ///< tiles are reduced, their totals are scanned, tiles are scanned from there on
    chained,          ///< one pass: each group finds it by looking back at what those before have published
};

inline constexpr std::array all_scan_methods{ScanMethod::horizontal, ScanMethod::tree, ScanMethod::vertical};
inline constexpr std::array all_scan_orders{ScanOrder::scan_then_add, ScanOrder::reduce_then_scan,
                                            ScanOrder::chained};

/// "horizontal", "tree", "vertical"
std::string_view to_string(ScanMethod method);
/// "scan-then-add", "reduce-then-scan", "chained"
std::string_view to_string(ScanOrder order);

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

/// The 32-bit words of a value that is scanned. A segmented scan keeps the head of a segment beside each
/// value.
constexpr int scanned_words(ElementType type, bool segmented = false) {
    return segmented || element_bytes(type) == 8 ? 2 : 1;
}

/// Elements of a tile, both powers of two.
struct PartitionLimits {
    int least = 0, most = 0;
};

/// The partitions that a method takes of values of so many words; without a method those that any default
/// takes.
PartitionLimits partition_limits(std::optional<ScanMethod> method, int value_words = 1);

/// True if elements of a type can be scanned in an order: in a chained scan, groups publish 32 bits at once.
constexpr bool can_scan(ElementType type, ScanOrder order) {
    return type != ElementType::uint64 || order != ScanOrder::chained;
}

/// What Scan checks at construction. Errors: usage, naming the option and what can be chosen.
void require_scan(ElementType type, const ScanOptions& options, bool segmented = false);

namespace detail {

/// Of a scan or a compaction. Errors: usage.
void require_partition(std::optional<ScanMethod> method, std::optional<int> partition, int value_words);

class ScanKernels {
public:
    ScanKernels(Engine& engine, ElementType type, const ScanOptions& options, bool segmented);
    ScanKernels(ScanKernels&&) noexcept;
    ScanKernels& operator=(ScanKernels&&) noexcept;
    ScanKernels(const ScanKernels&) = delete;
    ScanKernels& operator=(const ScanKernels&) = delete;
    ~ScanKernels();

    /// heads: flags of where segments begin; none where the scan is not segmented.
    void run(const BufferRange& input, const std::optional<BufferRange>& heads, const BufferRange& output,
             const std::optional<BufferRange>& count) const;
    ScanMethod method() const;
    ScanOrder order() const;
    int partition() const;

private:
    struct Parts;
    std::unique_ptr<const Parts> parts_;
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

    void operator()(ArrayView<const T> input, ArrayView<T> output) const {
        kernels_.run(input.range(), std::nullopt, output.range(), std::nullopt);
    }
    /// Only the first count[0] elements, a number that lies on the GPU; the others stay as they are.
    void operator()(ArrayView<const T> input, ArrayView<T> output,
                    ArrayView<const std::uint32_t> count) const {
        kernels_.run(input.range(), std::nullopt, output.range(), count.range());
    }

    // What was chosen.
    ScanMethod method() const { return kernels_.method(); }
    ScanOrder order() const { return kernels_.order(); }
    int partition() const { return kernels_.partition(); }

private:
    detail::ScanKernels kernels_;
};

} // namespace scanline::compute
