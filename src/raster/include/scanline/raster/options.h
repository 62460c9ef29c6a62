#pragma once
#include "scanline/raster/stream_layout.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace scanline::raster {

/// The four algorithms of Moreira, Reis and de Sousa, "New algorithms for GPU stream compaction", GRAPP 2009,
/// which compact blocks, and those that work on the whole stream.
enum class Algorithm {
    horn,           ///< gather by binary search over prefix sums (Horn 2005)
    jj,             ///< Jumping Jack: holes are filled from behind; keeps no order
    rlz,            ///< run-lengths of zeros: forward search over prefix sums of run lengths
    bt,             ///< binary tree: descent of a tree of counts
    horn_unblocked, ///< horn over the whole stream, as it was published
    histopyramid,   ///< descent of a quadtree of counts (Ziegler 2006); keeps no order
    packed,         ///< elements as bits, a tree with 16 children a node, a lookup for 16 outputs
    automatic,      ///< whichever of the others is likely to be the fastest for the stream
};
inline constexpr std::array all_algorithms{
    Algorithm::horn,           Algorithm::jj,           Algorithm::rlz,    Algorithm::bt,
    Algorithm::horn_unblocked, Algorithm::histopyramid, Algorithm::packed, Algorithm::automatic};

/// Whether an algorithm compacts every block of a stream on its own and joins them afterwards. For the others
/// a layout's blocks only shape its texture.
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

/// Whether survivors keep their order whatever the stream; auto keeps it where all that it chooses from do.
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

/// What an element of the compacted stream is: the value of the source element, or its position in the source
/// stream.
enum class Payload { value, index };

/// What `auto` goes by, see auto_compaction.h.
enum class Adaption {
    global,   ///< one algorithm for the stream, by a look at it where that pays
    regional, ///< as global, and solid regions of the stream in their own way
    temporal, ///< one, by a look at the stream before, for sequences that change little
};
inline constexpr std::array all_adaptions{Adaption::global, Adaption::regional, Adaption::temporal};

// The names of the command line, the reports and the view: "jj", "hillis-steele", "auto" ...
std::string_view to_string(Algorithm algorithm);
std::string_view to_string(PrefixSumMethod method);
std::string_view to_string(RunLengthMethod method);
std::string_view to_string(ConcatenationMethod method);
std::string_view to_string(Payload payload);
std::string_view to_string(Adaption adaption);

/// Which elements a flag marks with 1: prefix sums count the invalid ones, the binary tree the valid ones.
enum class Mark { invalid, valid };

/// Which elements are valid: those of at least the threshold; with negate, the others.
struct Discriminator {
    float threshold = 128.0f;
    bool negate = false;

    bool operator()(float value) const { return (value >= threshold) != negate; }
};

/// What `automatic` stands for at a block size: doubling does log2(b) full passes, the tree
/// about three in all.
PrefixSumMethod resolve(PrefixSumMethod method, int block);
RunLengthMethod resolve(RunLengthMethod method, int block);

struct AutoModel;

/// How `auto` chooses.
struct AutoOptions {
    Adaption adaption = Adaption::global;
    /// From these; empty: from all that keep the order.
    std::vector<Algorithm> among;
    /// What they cost on this machine; null: shipped_auto_model().
    std::shared_ptr<const AutoModel> model;
};

/// What is compacted and how.
struct CompactionOptions {
    Algorithm algorithm = Algorithm::bt;
    PrefixSumMethod prefix_sum = PrefixSumMethod::automatic;
    RunLengthMethod run_lengths = RunLengthMethod::automatic;
    ConcatenationMethod concatenation = ConcatenationMethod::automatic;
    Discriminator discriminator{};
    Payload payload = Payload::value;
    /// Refuses what the loop limit of 2006 did not allow, see era_loop_limit.
    bool era_limits = false;
    AutoOptions automatic{};
};

/// Loops of a fragment program ended after this many iterations on the cards of 2006; `era limits` brings
/// that back.
inline constexpr int era_loop_limit = 256;

/// The largest block that this limit allows an algorithm: only Jumping Jack has a loop that grows with the
/// block.
constexpr int era_max_block(Algorithm algorithm) {
    return algorithm == Algorithm::jj ? era_loop_limit : max_block;
}

/// The side that textures must be able to have for an algorithm: packed keeps a table, see
/// Engine::select_table().
constexpr int least_texture_side(Algorithm algorithm) {
    return algorithm == Algorithm::packed ? 4096 : min_block;
}

} // namespace scanline::raster
