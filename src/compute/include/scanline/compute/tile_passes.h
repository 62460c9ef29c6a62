#pragma once
#include "scanline/compute/kernel.h"
#include "scanline/core/named.h"

#include <optional>
#include <string_view>
#include <vector>

namespace scanline::compute {

/// How a tile is scanned: GPU counterparts of the SIMD variants of Zhang, Wang and Ross, "Parallel prefix sum
/// with SIMD", 2020.
enum class ScanMethod {
    horizontal, ///< neighbours in neighbouring lanes; each step doubles the reach
    tree,       ///< a balanced tree of sums in shared memory, up and down (Blelloch)
    vertical,   ///< each invocation walks a chunk of consecutive elements
};
constexpr auto table_of(ScanMethod) {
    using enum ScanMethod;
    return named<ScanMethod>({{horizontal, "horizontal"}, {tree, "tree"}, {vertical, "vertical"}});
}
using scanline::to_string;

/// How the prefix of a tile is found.
enum class ScanOrder {
    scan_then_add,    ///< scan the tiles, scan their totals, add the totals to the tiles
    reduce_then_scan, ///< reduce the tiles, scan their totals, scan each tile from its total on
    chained,          ///< one pass: each group looks back at what earlier groups have published
};
constexpr auto table_of(ScanOrder) {
    using enum ScanOrder;
    return named<ScanOrder>(
        {{scan_then_add, "scan-then-add"}, {reduce_then_scan, "reduce-then-scan"}, {chained, "chained"}});
}

/// 32-bit words per scanned value. A segmented scan stores the segment head beside each value.
constexpr int scanned_words(ElementType type, bool segmented = false) {
    return segmented || element_bytes(type) == 8 ? 2 : 1;
}

/// Elements per tile, both powers of two.
struct PartitionLimits {
    int least = 0, most = 0;
};

/// The partitions that a method supports for values of `value_words` words; without a method, those that
/// every default supports.
PartitionLimits partition_limits(std::optional<ScanMethod> method, int value_words = 1);

/// True if a type can be scanned in an order: groups of a chained scan publish only 32 bits at once.
constexpr bool can_scan(ElementType type, ScanOrder order) {
    return type != ElementType::uint64 || order != ScanOrder::chained;
}

/// Requires that scans and compactions support a partition. Errors: usage.
void require_partition(std::optional<ScanMethod> method, std::optional<int> partition, int value_words);

/// The shape of a group's tile, see shaders/compute/tile.glsl.
struct TileLayout {
    ScanMethod method;
    int group; ///< invocations
    int items; ///< per invocation, a multiple of 4

    int elements() const { return group * items; }
    /// The constants METHOD and ITEMS.
    gl::Specialization constants() const;
};

/// The shapes that an algorithm uses: the small one for arrays of few tiles, if it is faster there.
struct TileShapes {
    TileLayout large;
    std::optional<TileLayout> small{};
};

/// The shapes for a partition, which is within partition_limits(), or the best shapes here if none is given.
/// value_words: 32-bit words per combined value.
TileShapes tile_shapes(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition,
                       int value_words = 1);

/// The passes of an algorithm that scans tiles and uses the results, such as Scan or Compact: one if chained,
/// three otherwise.
class TilePasses {
public:
    struct Shader {
        std::string_view pass; ///< pass name for the observer
        std::string_view stem; ///< the shader that processes a tile; it takes BEFORE
        /// For `stem` and scan_reduce.comp: element type and operator.
        gl::Specialization elements;
        gl::Specialization own; ///< for `stem` alone
        int inputs;             ///< bindings of scan_reduce.comp before the totals
        int bindings;           ///< those of `stem`
        int silent_tiles = 0;   ///< as in ScanOptions
    };
    TilePasses(Engine& engine, ElementType value_type, ScanOrder order, const TileShapes& shapes,
               const Shader& shader);

    /// inputs: of the reducing pass; bindings: of the pass over tiles, without the totals, which follow them.
    struct Run {
        std::vector<Kernel::Binding> inputs;
        std::vector<Kernel::Binding> bindings;
        std::vector<Kernel::Uniform> uniforms{};
        std::size_t output = 1; ///< index of the written binding
        bool always = false;    ///< as in Kernel::Run
    };
    void run(Engine& engine, Operation& operation, const Length& length, const Run& run) const;

    /// Waits until those that take Shader::elements are compiled.
    void finish() const;

    ScanOrder order() const { return order_; }
    /// The shape of the tiles of large arrays.
    const TileLayout& shape() const { return large_.shape; }

private:
    /// The programs for tiles of one shape.
    struct Kernels {
        Kernels(Engine& engine, ScanOrder order, const TileLayout& tile_shape, const Shader& shader);

        TileLayout shape;
        std::optional<Kernel> reduce, tiles, totals, add;
    };

    ElementType value_type_;
    ScanOrder order_;
    std::string_view pass_;
    Kernels large_;
    std::optional<Kernels> small_;
};

/// The wanted order, already checked by require_scan() or require_compact(), or the best on this driver.
ScanOrder choose_order(Engine& engine, ElementType value_type, std::optional<ScanOrder> wanted);

} // namespace scanline::compute
