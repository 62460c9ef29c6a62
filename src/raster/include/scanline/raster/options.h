#pragma once
#include "scanline/core/named.h"
#include "scanline/raster/stream_layout.h"

#include <memory>
#include <optional>
#include <vector>

namespace scanline::raster {

/// The four algorithms of Moreira, Reis and de Sousa, "New algorithms for GPU stream compaction", GRAPP 2009,
/// which compact blocks, and algorithms on the whole stream.
enum class Algorithm {
    horn,           ///< gather by binary search over prefix sums (Horn 2005)
    jj,             ///< Jumping Jack: fills holes from the end; not stable
    rlz,            ///< run lengths of zeros: forward search over prefix sums of run lengths
    bt,             ///< binary tree: descent of a tree of counts
    horn_unblocked, ///< horn over the whole stream, as published
    histopyramid,   ///< descent of a quadtree of counts (Ziegler 2006); not stable
    packed,         ///< elements as bits, a tree with 16 children per node, a lookup for 16 outputs
    automatic,      ///< the one predicted to be fastest for the stream
};

/// The order in which survivors come.
enum class SurvivorOrder { stream, any_within_block, z };
constexpr auto table_of(SurvivorOrder) {
    using enum SurvivorOrder;
    return named<SurvivorOrder>(
        {{stream, "the stream's"}, {any_within_block, "any within a block"}, {z, "Z-order in the texture"}});
}
using scanline::to_string;

/// The elements that are flagged with 1: prefix sums count invalid ones, trees of counts valid ones.
enum class Mark { invalid, valid };

/// How far the program of a search can be shared: by all layouts, by layouts with the same block, or not at
/// all.
enum class CompiledFor { any_layout, block, layout };

/// Fragment programs on the cards of 2006 ended loops after this many iterations; `sm3_limits` applies this
/// limit.
inline constexpr int sm3_loop_limit = 256;

/// The facts of an algorithm.
struct AlgorithmRow {
    Algorithm value;
    std::string_view name;
    /// Compacts every block on its own and then joins the blocks. For the others, blocks only shape the
    /// texture of a layout.
    bool blockwise = false;
    bool prefix_sums = false;                    ///< the method of its prefix sums can be chosen
    bool run_lengths = false;                    ///< computes run lengths, by a method to choose
    SurvivorOrder order = SurvivorOrder::stream; ///< auto's, if all its candidates keep the stream's
    Mark marks = Mark::invalid;
    CompiledFor search = CompiledFor::any_layout;
    bool calibrated = true;           ///< worth measuring as a candidate of auto
    int sm3_max_block = max_block;    ///< the largest block that sm3_loop_limit allows
    int min_texture_side = min_block; ///< that it needs
};
constexpr auto table_of(Algorithm) {
    using enum Algorithm;
    return std::to_array<AlgorithmRow>({
        {.value = horn, .name = "horn", .blockwise = true, .prefix_sums = true},
        {.value = jj,
         .name = "jj",
         .blockwise = true,
         .prefix_sums = true,
         .order = SurvivorOrder::any_within_block,
         .sm3_max_block = sm3_loop_limit}, // the only loop that grows with the block
        {.value = rlz, .name = "rlz", .blockwise = true, .prefix_sums = true, .run_lengths = true},
        {.value = bt, .name = "bt", .blockwise = true, .marks = Mark::valid, .search = CompiledFor::block},
        // A pass over the whole stream for each level: several times slower than the others on every stream.
        {.value = horn_unblocked, .name = "horn-unblocked", .calibrated = false},
        {.value = histopyramid,
         .name = "histopyramid",
         .order = SurvivorOrder::z,
         .marks = Mark::valid,
         .search = CompiledFor::layout},
        // Keeps a table, see Engine::select_table().
        {.value = packed, .name = "packed", .min_texture_side = 4096},
        {.value = automatic, .name = "auto", .calibrated = false},
    });
}

constexpr bool is_blockwise(Algorithm algorithm) {
    return row_of(algorithm).blockwise;
}
/// True if survivors keep their order for every stream.
constexpr bool keeps_order(Algorithm algorithm) {
    return row_of(algorithm).order == SurvivorOrder::stream;
}

enum class PrefixSumMethod { automatic, hillis_steele, blelloch };
constexpr auto table_of(PrefixSumMethod) {
    using enum PrefixSumMethod;
    return named<PrefixSumMethod>(
        {{automatic, "auto"}, {hillis_steele, "hillis-steele"}, {blelloch, "blelloch"}});
}

enum class RunLengthMethod { automatic, recursive_doubling, balanced_tree };
constexpr auto table_of(RunLengthMethod) {
    using enum RunLengthMethod;
    return named<RunLengthMethod>(
        {{automatic, "auto"}, {recursive_doubling, "recursive-doubling"}, {balanced_tree, "balanced-tree"}});
}

enum class ConcatenationMethod { automatic, lines, quads };
constexpr auto table_of(ConcatenationMethod) {
    using enum ConcatenationMethod;
    return named<ConcatenationMethod>({{automatic, "auto"}, {lines, "lines"}, {quads, "quads"}});
}

/// The elements of the compacted stream: source values, or positions in the source stream.
enum class Payload { value, index };
constexpr auto table_of(Payload) {
    using enum Payload;
    return named<Payload>({{value, "value"}, {index, "index"}});
}

/// What `auto` adapts to, see auto_compaction.h.
enum class Adaption {
    global,   ///< one algorithm per stream, after a survey if that pays
    regional, ///< as global, and copies solid regions of the stream
    temporal, ///< one algorithm, from a survey of the previous stream; for slowly changing sequences
};
constexpr auto table_of(Adaption) {
    using enum Adaption;
    return named<Adaption>({{global, "global"}, {regional, "regional"}, {temporal, "temporal"}});
}

/// Elements are valid if at least the threshold; with negate, if below it.
struct Discriminator {
    float threshold = 128.0f;
    bool negate = false;

    bool operator()(float value) const { return (value >= threshold) != negate; }
};

/// Replaces `automatic` by the method for a block size: doubling takes log2(b) full passes, the tree the work
/// of about three. The tree pays from 16 on for prefix sums, from 32 on for run lengths. The paper found 128
/// on its card of 2006. On an H200, prefix sums cross over between 4 and 8 and run lengths between 8 and 32;
/// on llvmpipe near 16 and between 64 and 128.
constexpr PrefixSumMethod resolve(PrefixSumMethod method, int block) {
    if (method != PrefixSumMethod::automatic)
        return method;
    return block < 16 ? PrefixSumMethod::hillis_steele : PrefixSumMethod::blelloch;
}
constexpr RunLengthMethod resolve(RunLengthMethod method, int block) {
    if (method != RunLengthMethod::automatic)
        return method;
    return block < 32 ? RunLengthMethod::recursive_doubling : RunLengthMethod::balanced_tree;
}

struct AutoModel;

/// How `auto` chooses.
struct AutoOptions {
    Adaption adaption = Adaption::global;
    /// Candidates; empty: all order-preserving algorithms.
    std::vector<Algorithm> among;
    /// Their costs on this machine; null: shipped_auto_model().
    std::shared_ptr<const AutoModel> model;
};

struct CompactionOptions {
    Algorithm algorithm = Algorithm::bt;
    PrefixSumMethod prefix_sum = PrefixSumMethod::automatic;
    RunLengthMethod run_lengths = RunLengthMethod::automatic;
    ConcatenationMethod concatenation = ConcatenationMethod::automatic;
    Discriminator discriminator{};
    Payload payload = Payload::value;
    /// Rejects what the loop limit of 2006 did not allow, see sm3_loop_limit.
    bool sm3_limits = false;
    AutoOptions automatic{};
};

} // namespace scanline::raster
