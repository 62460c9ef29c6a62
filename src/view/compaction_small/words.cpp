#include "compaction_small/words.h"

#include "scanline/raster/passes.h"

#include <fmt/format.h>

namespace scanline::view {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;

std::string_view summed_name(RowScope scope, bool runs) {
    switch (scope) {
    case RowScope::elements: return runs ? "sums of runs" : "prefix sums";
    case RowScope::blocks: return "sums of counts";
    case RowScope::block_rows: return "sums of rows";
    }
    return "";
}

PassText sums(RowScope scope, Algorithm algorithm, std::string_view name, int step) {
    const bool runs = algorithm == Algorithm::rlz;
    PassText text;
    text.name = summed_name(scope, runs);
    if (name == pass::doubling) {
        const int offset = 1 << (step - 1);
        text.detail = fmt::format("i and i - {}", offset);
        text.meaning =
            fmt::format("Every element adds the one {} before it: it then holds the sum of {} in a row. "
                        "After the last of these passes that is all from the block's start.",
                        offset, 2 * offset);
        return text;
    }
    if (name == pass::up_sweep) {
        const bool valid = algorithm == Algorithm::bt && scope == RowScope::elements;
        text.name = valid ? "tree of counts" : std::string(summed_name(scope, runs));
        text.detail = fmt::format("up, level {}", step);
        text.meaning =
            valid
                ? fmt::format("Every node adds its two children: it counts the valid ones among {} elements.",
                              1 << step)
                : fmt::format("Every node adds its two children: it is the sum of {} elements.", 1 << step);
        return text;
    }
    text.detail = fmt::format("down, level {}", step);
    text.meaning = step > 0 ? "Every node takes what lies before its parent, and a right child adds its left "
                              "sibling: the sum of all before the node."
                            : "Every element takes what lies before its parent, adds its left sibling where "
                              "it has one, and itself: the sum from the block's start up to it.";
    return text;
}

PassText run_pass_text(std::string_view name, int step) {
    PassText text;
    text.name = "run lengths";
    if (name == pass::run_doubling) {
        const int offset = 1 << (step - 1);
        text.detail = fmt::format("i and i + {}", offset);
        text.meaning = fmt::format("A run of invalid elements that is {0} long so far goes on with the one "
                                   "that starts {0} further right.",
                                   offset);
    } else if (name == pass::run_up_sweep) {
        text.detail = fmt::format("up, level {}", step);
        text.meaning = fmt::format("Every node has the run that starts at its left end, at most {} long: the "
                                   "left child's, and the right child's too where the left one is full.",
                                   1 << step);
    } else if (name == pass::run_down_sweep) {
        text.detail = fmt::format("down, level {}", step);
        text.meaning = "Every node gets the run that starts right behind it: a right child its parent's, a "
                       "left child its sibling's, which goes on behind the parent where the sibling is full.";
    } else {
        text.detail = "shift by one";
        text.meaning = "The run behind an element is the run that starts at the next one: all move one to "
                       "the right, and the first of a block counts itself.";
    }
    return text;
}

PassText search_text(Algorithm algorithm) {
    PassText text{.kind = RowKind::survivors,
                  .name = "search",
                  .detail = raster::is_blockwise(algorithm) ? "blocks compacted" : "whole stream"};
    switch (algorithm) {
    case Algorithm::jj:
        text.meaning = "Outputs below the number of survivors look at the element in their place. Where it "
                       "is invalid they jump to block size minus its sum, until they meet a valid one.";
        break;
    case Algorithm::horn:
    case Algorithm::horn_unblocked:
        text.meaning = "Every output halves the range of displacements until as many elements are invalid up "
                       "to there as it would move, and the element there is valid.";
        break;
    case Algorithm::rlz:
        text.meaning = "Every output goes right by the sum that it has just read, until the sum there is the "
                       "same: that is the displacement of its element.";
        break;
    case Algorithm::bt:
        text.meaning = "Every output descends from the root: into the left child if that counts enough "
                       "survivors, else into the right one, past those of the left.";
        break;
    case Algorithm::histopyramid:
        text.meaning = "Every output descends from the top: into the first of the four children whose count, "
                       "added up, passes its rank.";
        break;
    case Algorithm::packed:
        text.meaning = "Every output reads the lookup of its 16, finds its group there, and picks the bit of "
                       "its rank in it.";
        break;
    case Algorithm::automatic: break;
    }
    return text;
}

PassText packed_text(std::string_view name, int step) {
    if (name == pass::packed_pack)
        return {RowKind::groups,
                "packed bits",
                "by 16 elements",
                "16 elements become one number with their bits and how many are set; a texel has four of "
                "them. Shown is how many.",
                {"group 0", "group 1", "group 2", "group 3"}};
    if (name == pass::packed_sum)
        return {RowKind::counts, "tree of counts", fmt::format("level {}", step),
                "Every node adds its 16 children."};
    if (name == pass::packed_node_starts)
        return {RowKind::counts, "node starts", "survivors before",
                "Every node adds its left siblings, its parent's, and so on: the survivors before it."};
    if (name == pass::packed_leaf_starts)
        return {RowKind::counts, "leaf starts", "survivors before",
                "Every leaf of 64 elements adds its left siblings to the start of its node."};
    return {RowKind::groups,
            "lookup",
            "by 16 outputs",
            "For every 16 outputs: where the first of them is, and the three groups of elements from there.",
            {"first", "group 0", "group 1", "group 2"}};
}

PassText text_of(const raster::reference::TracedPass& traced, Algorithm algorithm, RowScope scope) {
    const std::string_view name = traced.name;
    if (name == pass::discriminate) {
        const bool valid = algorithm == Algorithm::bt || algorithm == Algorithm::histopyramid;
        return {RowKind::flags, valid ? "valid?" : "invalid?", valid ? "1 where valid" : "1 where invalid",
                valid ? "Every element is looked at on its own: 1 where it is to be kept, else 0."
                      : "Every element is looked at on its own: 1 where it is to go, else 0."};
    }
    if (name == pass::doubling || name == pass::up_sweep || name == pass::down_sweep)
        return sums(scope, algorithm, name, traced.step);
    if (name == pass::run_extraction)
        return {RowKind::counts, "run lengths", "first of a run",
                "A run's length stays at its first element only; all others become 0."};
    if (name == pass::run_doubling || name == pass::run_up_sweep || name == pass::run_down_sweep ||
        name == pass::run_shift)
        return run_pass_text(name, traced.step);
    if (name == pass::search)
        return search_text(algorithm);
    if (name == pass::histopyramid_level)
        return {RowKind::counts,
                "pyramid",
                fmt::format("level {}", traced.step),
                "Every texel holds four counts, of the two by two below it in the texture.",
                {"top left", "top right", "low left", "low right"}};
    if (name == pass::block_count)
        return {RowKind::counts, "block counts", "survivors",
                "The number of survivors of every block, from where the algorithm has left it."};
    if (name == pass::row_total)
        return {RowKind::counts, "row totals", "of the counts",
                "Counts lie in rows; every row's last sum is its total."};
    if (name == pass::block_descriptor)
        return {RowKind::counts,
                "descriptors",
                "one a block",
                "Where every block lies in the texture, where its survivors go, and how many there are.",
                {"column", "row", "offset", "count"}};
    if (name == pass::clear)
        return {RowKind::survivors, "clear", "all empty", "The output is emptied."};
    if (name == pass::concatenate)
        return {RowKind::survivors, "joined", "compacted stream",
                "One line is drawn for each block, as long as it has survivors, at the block's offset: the "
                "blocks stand one behind the other."};
    return packed_text(name, traced.step);
}

} // namespace

std::vector<PassText> describe_passes(const raster::reference::Trace& trace, Algorithm algorithm) {
    std::vector<PassText> texts;
    RowScope scope = RowScope::elements;
    for (const raster::reference::TracedPass& traced : trace.passes()) {
        if (traced.name == pass::block_count)
            scope = RowScope::blocks;
        if (traced.name == pass::row_total)
            scope = RowScope::block_rows;
        if (traced.name == pass::block_descriptor)
            scope = RowScope::blocks;
        if (traced.name == pass::clear)
            scope = RowScope::elements;
        texts.push_back(text_of(traced, algorithm, scope));
        texts.back().scope = scope;
    }
    return texts;
}

std::string_view short_title(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::jj: return "Jumping Jack";
    case Algorithm::horn: return "Horn";
    case Algorithm::rlz: return "Run lengths";
    case Algorithm::bt: return "Binary Tree";
    case Algorithm::horn_unblocked: return "Horn, no blocks";
    case Algorithm::histopyramid: return "HistoPyramid";
    case Algorithm::packed: return "Packed bits";
    case Algorithm::automatic: return "Auto";
    }
    return "";
}

std::string_view explanation_of(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::jj:
        return "With v survivors in a block, the first v places are to hold them. A valid element there "
               "stays. An invalid one is a hole: the k-th invalid element of the block points to the k-th "
               "place from the block's end. The hole follows that pointer; if it meets another invalid "
               "element it goes on from there, until it meets a valid one, and takes it. No two holes ever "
               "meet the same element. The order changes, but survivors in front need not move.";
    case Algorithm::horn:
        return "A survivor moves left by the number of invalid elements before it. A fragment shader cannot "
               "push an element to its place, so every place has to find its own: the one that lies d to the "
               "right with d invalid elements up to there. The sums only grow, so d is found by halving.";
    case Algorithm::horn_unblocked:
        return "As Horn's gather-search, but over the whole stream at once: nothing has to be joined, but "
               "sums and searches get longer with the stream. Every place looks for the element d to the "
               "right of it with d invalid elements up to there, by halving.";
    case Algorithm::rlz:
        return "Every run of invalid elements puts its length at its first element; sums of these give every "
               "element the length of all runs begun so far. An output reads that at its place, and that "
               "many places further the sum again. Is it the same, the element is found; else it goes on by "
               "the larger sum. Long runs are jumped over at once.";
    case Algorithm::bt:
        return "Pairs of flags are added, then pairs of those, until a block's root counts all its "
               "survivors. Every output descends from the root: are there more than its number in the left "
               "half it goes left, else right, and passes over those of the left. No prefix sums are needed.";
    case Algorithm::histopyramid:
        return "The stream lies in a square of texels. Four counts are added into one, level by level, up to "
               "one texel. Every output descends from there into the quarter in which its element is. The "
               "survivors come quarter by quarter, not in the stream's order.";
    case Algorithm::packed:
        return "16 elements become one number, 64 a texel, so that all later passes are short. A tree with "
               "16 children a node counts the survivors before every 64 elements. For every 16 outputs one "
               "entry says where they begin; each output then picks its bit.";
    case Algorithm::automatic: return "";
    }
    return "";
}

} // namespace scanline::view
