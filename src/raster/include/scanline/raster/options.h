#pragma once
#include "scanline/raster/stream_layout.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
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
inline constexpr std::array all_algorithms{
    Algorithm::horn,           Algorithm::jj,           Algorithm::rlz,    Algorithm::bt,
    Algorithm::horn_unblocked, Algorithm::histopyramid, Algorithm::packed, Algorithm::automatic};

/// True if an algorithm compacts every block on its own and then joins the blocks. For the others, blocks
/// only shape the texture of a layout.
constexpr bool is_blockwise(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::horn:
    case Algorithm::jj:
    case Algorithm::rlz:
    case Algorithm::bt: return true;
    case Algorithm::horn_unblocked:
    case Algorithm::histopyramid:
    case Algorithm::packed:
    case Algorithm::automatic: return false;
    }
    return false;
}

/// True if survivors keep their order for every stream; auto does if all its candidates do.
constexpr bool keeps_order(Algorithm algorithm) {
    return algorithm != Algorithm::jj && algorithm != Algorithm::histopyramid;
}

enum class PrefixSumMethod { automatic, hillis_steele, blelloch };
inline constexpr std::array all_prefix_sum_methods{PrefixSumMethod::automatic, PrefixSumMethod::hillis_steele,
                                                   PrefixSumMethod::blelloch};

enum class RunLengthMethod { automatic, recursive_doubling, balanced_tree };
inline constexpr std::array all_run_length_methods{
    RunLengthMethod::automatic, RunLengthMethod::recursive_doubling, RunLengthMethod::balanced_tree};

enum class ConcatenationMethod { automatic, lines, quads };
inline constexpr std::array all_concatenation_methods{ConcatenationMethod::automatic,
                                                      ConcatenationMethod::lines, ConcatenationMethod::quads};

/// The elements of the compacted stream: source values, or positions in the source stream.
enum class Payload { value, index };

/// What `auto` adapts to, see auto_compaction.h.
enum class Adaption {
    global,   ///< one algorithm per stream, after a survey if that pays
    regional, ///< as global, and copies solid regions of the stream
    temporal, ///< one algorithm, from a survey of the previous stream; for slowly changing sequences
};
inline constexpr std::array all_adaptions{Adaption::global, Adaption::regional, Adaption::temporal};

// Names in the command line, reports and the view: "jj", "hillis-steele", "auto" ...
std::string_view to_string(Algorithm algorithm);
std::string_view to_string(PrefixSumMethod method);
std::string_view to_string(RunLengthMethod method);
std::string_view to_string(ConcatenationMethod method);
std::string_view to_string(Payload payload);
std::string_view to_string(Adaption adaption);

/// The elements that are flagged with 1: prefix sums count invalid ones, the binary tree valid ones.
enum class Mark { invalid, valid };

/// Elements are valid if at least the threshold; with negate, if below it.
struct Discriminator {
    float threshold = 128.0f;
    bool negate = false;

    bool operator()(float value) const { return (value >= threshold) != negate; }
};

/// Replaces `automatic` by the method for a block size: doubling takes log2(b) full passes, the tree the work
/// of about three.
PrefixSumMethod resolve(PrefixSumMethod method, int block);
RunLengthMethod resolve(RunLengthMethod method, int block);

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
    /// Rejects what the loop limit of 2006 did not allow, see era_loop_limit.
    bool era_limits = false;
    AutoOptions automatic{};
};

/// Fragment programs on the cards of 2006 ended loops after this many iterations; `era_limits` applies this
/// limit.
inline constexpr int era_loop_limit = 256;

/// The largest block that this limit allows: only Jumping Jack has a loop that grows with the block.
constexpr int era_max_block(Algorithm algorithm) {
    return algorithm == Algorithm::jj ? era_loop_limit : max_block;
}

/// The texture side that an algorithm needs: packed keeps a table, see Engine::select_table().
constexpr int least_texture_side(Algorithm algorithm) {
    return algorithm == Algorithm::packed ? 4096 : min_block;
}

} // namespace scanline::raster
