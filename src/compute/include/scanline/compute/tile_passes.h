#pragma once
#include "scanline/compute/kernel.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace scanline::compute {

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

/// Requires that a scan or a compaction takes a partition. Errors: usage.
void require_partition(std::optional<ScanMethod> method, std::optional<int> partition, int value_words);

/// The shape of the tiles that groups scan, see shaders/compute/tile.glsl.
struct TileShape {
    ScanMethod method;
    int group; ///< invocations
    int items; ///< of each, a multiple of 4

    int elements() const { return group * items; }
    /// The constants METHOD and ITEMS.
    gl::Specialization constants() const;
};

/// The shapes that an algorithm uses: the small one for arrays of few tiles, where it is faster there.
struct TileShapes {
    TileShape large;
    std::optional<TileShape> small{};
};

/// For a partition of so many elements, which is within partition_limits(), or without one the best here.
/// value_words: 32-bit words of what is combined.
TileShapes tile_shapes(const Engine& engine, std::optional<ScanMethod> method, std::optional<int> partition,
                       int value_words = 1);

/// The passes of an algorithm that scans tiles and does something with what it finds: one where it is
/// chained, three otherwise. Scan is one of them, Compact another.
class TilePasses {
public:
    struct Shader {
        std::string_view pass; ///< the name its pass is announced by
        std::string_view stem; ///< its shader, which goes through a tile and takes BEFORE
        /// The shader that gives the totals of tiles, of the same elements; see tile_totals.glsl.
        std::string_view reduce = "compute/scan_reduce";
        /// Of both shaders: what the elements are and how they are combined.
        gl::Specialization elements;
        gl::Specialization own; ///< of that shader alone
        int inputs;             ///< bindings of `reduce` before the totals
        int bindings;           ///< those of `stem`
        int silent_tiles = 0;   ///< as in ScanOptions
    };
    TilePasses(Engine& engine, ElementType value_type, ScanOrder order, const TileShapes& shapes,
               const Shader& shader);

    /// inputs: of the pass that reduces; bindings: of the one that goes through tiles, without the totals,
    /// which come behind them.
    struct Run {
        std::vector<Kernel::Binding> inputs;
        std::vector<Kernel::Uniform> input_uniforms{}; ///< of the pass that reduces
        std::vector<Kernel::Binding> bindings;
        std::vector<Kernel::Uniform> uniforms{};
        std::size_t output = 1; ///< which of the bindings is written
        bool always = false;    ///< as in Kernel::Run
    };
    void run(Engine& engine, Operation& operation, const Length& length, const Run& run) const;

    ScanOrder order() const { return order_; }
    /// The shape of the tiles of large arrays.
    const TileShape& shape() const { return large_.shape; }

private:
    /// The programs for tiles of one shape.
    struct Kernels {
        Kernels(Engine& engine, ScanOrder order, const TileShape& tile_shape, const Shader& shader);

        TileShape shape;
        std::optional<Kernel> reduce, tiles, totals, add;
    };

    ElementType value_type_;
    ScanOrder order_;
    std::string_view pass_;
    Kernels large_;
    std::optional<Kernels> small_;
};

/// The wanted order, which require_scan() or require_compact() has passed, or the best on this driver.
ScanOrder choose_order(Engine& engine, ElementType value_type, std::optional<ScanOrder> wanted);

} // namespace scanline::compute
