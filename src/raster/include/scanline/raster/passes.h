#pragma once
#include <array>
#include <string_view>

/// The names of stages and passes for a PassObserver. GPU classes and their CPU twins share them, so that
/// traces can be compared pass by pass.
namespace scanline::raster {

namespace stage {
inline constexpr std::string_view copy = "copy";
inline constexpr std::string_view discriminate = "discriminate";
inline constexpr std::string_view prefix_sum = "prefix-sum";
inline constexpr std::string_view run_lengths = "run-lengths";
inline constexpr std::string_view run_extraction = "run-extraction";
inline constexpr std::string_view reduction = "reduction";
inline constexpr std::string_view pack = "pack";
inline constexpr std::string_view lookup = "lookup";
inline constexpr std::string_view survey = "survey";
inline constexpr std::string_view search = "search";
inline constexpr std::string_view block_scan = "block-scan";
inline constexpr std::string_view concatenation = "concatenation";

/// The stages of compactions, in the order in which they run.
inline constexpr std::array all{survey,     discriminate, pack,   run_lengths, run_extraction, reduction,
                                prefix_sum, lookup,       search, block_scan,  concatenation};
} // namespace stage

// Steps number the passes of one name as the paper does: doubling passes from 1, tree passes by level (leaves
// 0), a single pass 0.
namespace pass {
inline constexpr std::string_view copy = "copy";
inline constexpr std::string_view discriminate = "discriminate";
inline constexpr std::string_view doubling = "doubling";         ///< Hillis-Steele, steps 1..log2(n)
inline constexpr std::string_view up_sweep = "up-sweep";         ///< sums of two children, levels 1, 2 ...
inline constexpr std::string_view down_sweep = "down-sweep";     ///< Blelloch, levels log2(b) - 1 down to 0
inline constexpr std::string_view run_doubling = "run-doubling"; ///< run lengths, steps 1..log2(b)
inline constexpr std::string_view run_up_sweep = "run-up-sweep"; ///< levels 1..log2(b) - 1
inline constexpr std::string_view run_down_sweep = "run-down-sweep"; ///< levels log2(b) - 1 down to 0
inline constexpr std::string_view run_shift = "run-shift"; ///< the final adjustment of the tree's run lengths
inline constexpr std::string_view run_extraction = "run-extraction";
inline constexpr std::string_view search = "search";
inline constexpr std::string_view histopyramid_level = "histopyramid-level"; ///< RGBA, from 1 to the root
inline constexpr std::string_view packed_pack = "packed-pack";               ///< RGBA
inline constexpr std::string_view packed_sum = "packed-sum";                 ///< from 1 to the root
inline constexpr std::string_view packed_node_starts = "packed-node-starts";
inline constexpr std::string_view packed_leaf_starts = "packed-leaf-starts";
inline constexpr std::string_view packed_lookup = "packed-lookup"; ///< RGBA
inline constexpr std::string_view survey = "survey";               ///< RGBA
inline constexpr std::string_view survey_sum = "survey-sum"; ///< RGBA; 1: over columns, 2: over their sums
inline constexpr std::string_view block_count = "block-count";
inline constexpr std::string_view row_total = "row-total";
inline constexpr std::string_view block_descriptor = "block-descriptor";
/// Sets the output to empty_element before the blocks are drawn.
inline constexpr std::string_view clear = "clear";
/// Computes the vertices of a batch of blocks; only if vertex shaders cannot fetch textures. Steps: batches.
inline constexpr std::string_view span_vertices = "span-vertices";
/// Steps: batches of batch_blocks, from 0.
inline constexpr std::string_view concatenate = "concatenate";

/// The passes of compactions, and the stage of each. Scans are part of block-scan too, and up-sweep of
/// reduction where a search descends its tree.
struct Row {
    std::string_view name, stage;
};
inline constexpr auto all = std::to_array<Row>({
    {discriminate, stage::discriminate},
    {doubling, stage::prefix_sum},
    {up_sweep, stage::prefix_sum},
    {down_sweep, stage::prefix_sum},
    {run_doubling, stage::run_lengths},
    {run_up_sweep, stage::run_lengths},
    {run_down_sweep, stage::run_lengths},
    {run_shift, stage::run_lengths},
    {run_extraction, stage::run_extraction},
    {search, stage::search},
    {histopyramid_level, stage::reduction},
    {packed_pack, stage::pack},
    {packed_sum, stage::reduction},
    {packed_node_starts, stage::prefix_sum},
    {packed_leaf_starts, stage::prefix_sum},
    {packed_lookup, stage::lookup},
    {survey, stage::survey},
    {survey_sum, stage::survey},
    {block_count, stage::block_scan},
    {row_total, stage::block_scan},
    {block_descriptor, stage::block_scan},
    {clear, stage::concatenation},
    {span_vertices, stage::concatenation},
    {concatenate, stage::concatenation},
});
} // namespace pass

/// Blocks joined per batch: small blocks of a large stream would otherwise need a vertex buffer of gigabytes.
inline constexpr int batch_blocks = 16384;

/// The texel value after the last element of a compacted stream.
inline constexpr float empty_element = -1.0f;

} // namespace scanline::raster
