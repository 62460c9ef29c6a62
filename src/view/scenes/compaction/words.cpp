#include "scenes/compaction/words.h"

#include "scanline/raster/passes.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view::compaction {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;

constexpr std::string_view halving =
    "Every output halves the range of displacements until as many elements are invalid up to there as it "
    "would move, and the element there is valid.";

/// Describes an algorithm.
struct AlgorithmWords {
    Algorithm value;
    SearchKind kind;
    std::string_view search, explanation;
};

constexpr auto algorithm_words = std::to_array<AlgorithmWords>({
    {Algorithm::horn, SearchKind::halving, halving,
     "A survivor moves left by the number of invalid elements before it. A fragment shader cannot push an "
     "element to its place, so every place has to find its own: the one that lies d to the right with d "
     "invalid elements up to there. The sums only grow, so d is found by halving."},
    {Algorithm::jj, SearchKind::jumps,
     "Outputs below the number of survivors look at the element in their place. Where it is invalid they "
     "jump to block size minus its sum, until they meet a valid one.",
     "With v survivors in a block, the first v places are to hold them. A valid element there stays. An "
     "invalid one is a hole: the k-th invalid element of the block points to the k-th place from the "
     "block's end. The hole follows that pointer; if it meets another invalid element it continues from "
     "there until it meets a valid one, and takes it. No two holes ever meet the same element. The order "
     "changes, but survivors in front need not move."},
    {Algorithm::rlz, SearchKind::runs,
     "Every output goes right by the sum that it has just read, until the sum there is the same: that is "
     "the displacement of its element.",
     "Every run of invalid elements puts its length at its first element; sums of these give every element "
     "the length of all runs begun so far. An output reads that at its place, and that many places further "
     "the sum again. If it is equal, the element is found; otherwise the search continues with the larger "
     "sum. Long runs are jumped over at once."},
    {Algorithm::bt, SearchKind::descent,
     "Every output descends from the root: into the left child if that counts enough survivors, else into "
     "the right one, past those of the left.",
     "Pairs of flags are added, then pairs of those, until a block's root counts all its survivors. Every "
     "output descends from the root: if the left half holds more than its rank, it goes left, otherwise "
     "right, past those of the left. No prefix sums are needed."},
    {Algorithm::horn_unblocked, SearchKind::halving, halving,
     "As Horn's gather-search, but over the whole stream at once: nothing has to be joined, but sums and "
     "searches get longer with the stream. Every place looks for the element d to the right of it with d "
     "invalid elements up to there, by halving."},
    {Algorithm::histopyramid, SearchKind::quarters,
     "Every output descends from the top: into the first of the four children whose count, added up, "
     "passes its rank.",
     "The stream lies in a square of texels. Four counts are added into one, level by level, up to one "
     "texel. Every output descends from there into the quarter in which its element is. The survivors come "
     "quarter by quarter, not in the stream's order."},
    {Algorithm::packed, SearchKind::bits,
     "Every output reads the lookup of its 16, finds its group there, and picks the bit of its rank in it.",
     "16 elements become one number, 64 a texel, so that all later passes are short. A tree with 16 "
     "children a node counts the survivors before every 64 elements. For every 16 outputs one entry says "
     "where they begin; each output then picks its bit."},
    {Algorithm::automatic, SearchKind::none, "", ""},
});
static_assert(has_row_for_each<Algorithm>(algorithm_words));

const AlgorithmWords& words_of(Algorithm algorithm) {
    return algorithm_words[static_cast<std::size_t>(algorithm)];
}

/// The passes that a row of the table below applies to.
enum class Only {
    all,
    of_valid, ///< passes that count valid elements, where others count invalid ones
    leaves,   ///< passes of level 0
};

/// Describes a pass. {step}, {offset} = 2^(step - 1) and {span} = 2^step are filled in.
struct PassWords {
    std::string_view pass;
    std::string_view name; ///< empty: for sums, named by what they sum
    std::string_view detail, meaning;
    RowKind kind = RowKind::counts;
    Only only = Only::all;
    std::span<const std::string_view> channels{};
};

constexpr std::array<std::string_view, 4> quarter_names{"top left", "top right", "low left", "low right"},
    group_names{"group 0", "group 1", "group 2", "group 3"},
    lookup_names{"first", "group 0", "group 1", "group 2"},
    descriptor_names{"column", "row", "offset", "count"},
    survey_names{"valid", "changes", "elements", "pairs"}, vertex_names{"x", "y", "shift", "row"};

/// The first row that applies to a pass describes it.
constexpr auto pass_words = std::to_array<PassWords>({
    {pass::discriminate, "valid?", "1 where valid",
     "Every element is looked at on its own: 1 where it is to be kept, else 0.", RowKind::flags,
     Only::of_valid},
    {pass::discriminate, "invalid?", "1 where invalid",
     "Every element is looked at on its own: 1 where it is to go, else 0.", RowKind::flags},
    {pass::doubling, "", "i and i - {offset}",
     "Every element adds the one {offset} before it: it then holds the sum of {span} in a row. After the "
     "last of these passes that is all from the block's start."},
    {pass::up_sweep, "tree of counts", "up, level {step}",
     "Every node adds its two children: it counts the valid ones among {span} elements.", RowKind::counts,
     Only::of_valid},
    {pass::up_sweep, "", "up, level {step}",
     "Every node adds its two children: it is the sum of {span} elements."},
    {pass::down_sweep, "", "down, level {step}",
     "Every element takes what lies before its parent, adds its left sibling if it has one, and itself: "
     "the sum from the block's start up to it.",
     RowKind::counts, Only::leaves},
    {pass::down_sweep, "", "down, level {step}",
     "Every node takes what lies before its parent, and a right child adds its left sibling: the sum of all "
     "before the node."},
    {pass::run_doubling, "run lengths", "i and i + {offset}",
     "A run of invalid elements that is {offset} long so far continues with the one that starts {offset} "
     "further right."},
    {pass::run_up_sweep, "run lengths", "up, level {step}",
     "Every node has the run that starts at its left end, at most {span} long: the left child's, and the "
     "right child's too if the left one is full."},
    {pass::run_down_sweep, "run lengths", "down, level {step}",
     "Every node gets the run that starts right after it: a right child its parent's, a left child its "
     "sibling's, which continues past the parent if the sibling is full."},
    {pass::run_shift, "run lengths", "shift by one",
     "The run after an element is the run that starts at the next one: all move one to the right, and the "
     "first of a block counts itself."},
    {pass::run_extraction, "run lengths", "first of a run",
     "A run's length stays at its first element only; all others become 0."},
    {pass::search, "search", "", "", RowKind::survivors},
    {pass::histopyramid_level, "pyramid", "level {step}",
     "Every texel holds four counts, of the two by two below it in the texture.", RowKind::counts, Only::all,
     quarter_names},
    {pass::packed_pack, "packed bits", "by 16 elements",
     "16 elements become one number with their bits and how many are set; a texel has four of them. Shown "
     "is how many.",
     RowKind::groups, Only::all, group_names},
    {pass::packed_sum, "tree of counts", "level {step}", "Every node adds its 16 children."},
    {pass::packed_node_starts, "node starts", "survivors before",
     "Every node adds its left siblings, its parent's, and so on: the survivors before it."},
    {pass::packed_leaf_starts, "leaf starts", "survivors before",
     "Every leaf of 64 elements adds its left siblings to the start of its node."},
    {pass::packed_lookup, "lookup", "by 16 outputs",
     "For every 16 outputs: where the first of them is, and the three groups of elements from there.",
     RowKind::groups, Only::all, lookup_names},
    {pass::block_count, "block counts", "survivors",
     "The number of survivors of every block, from where the algorithm has left it."},
    {pass::row_total, "row totals", "of the counts",
     "Counts lie in rows; every row's last sum is its total."},
    {pass::block_descriptor, "descriptors", "one a block",
     "Where every block lies in the texture, where its survivors go, and how many there are.",
     RowKind::counts, Only::all, descriptor_names},
    {pass::survey, "survey", "by 64 elements",
     "64 elements in a row are looked at here and there: how many are valid, and how often that changes. "
     "Auto "
     "chooses by it.",
     RowKind::counts, Only::all, survey_names},
    {pass::survey_sum, "survey", "sums", "What the samples have counted is added up.", RowKind::counts,
     Only::all, survey_names},
    {pass::span_vertices, "vertices", "of the blocks",
     "The ends of every block's line are computed before it is drawn, because vertex shaders here cannot "
     "fetch texels.",
     RowKind::counts, Only::all, vertex_names},
    {pass::clear, "clear", "all empty", "The output is emptied.", RowKind::survivors},
    {pass::concatenate, "joined", "compacted stream",
     "One line is drawn for each block, as long as it has survivors, at the block's offset: the blocks "
     "follow one another.",
     RowKind::survivors},
});
static_assert(std::ranges::all_of(pass::all, [](const pass::Row& pass) {
    return std::ranges::any_of(
        pass_words, [&pass](const PassWords& row) { return row.pass == pass.name && row.only == Only::all; });
}));

std::string_view name_of_sums(RowScope scope, Algorithm algorithm) {
    switch (scope) {
    case RowScope::elements: return algorithm == Algorithm::rlz ? "sums of runs" : "prefix sums";
    case RowScope::blocks: return "sums of counts";
    case RowScope::block_rows: return "sums of rows";
    }
    return "";
}

PassText text_of(const PassName& named, Algorithm algorithm, RowScope scope) {
    const bool counts_valid = scope == RowScope::elements && row_of(algorithm).marks == raster::Mark::valid;
    const PassWords& words = *std::ranges::find_if(pass_words, [&](const PassWords& row) {
        return row.pass == named.name && (row.only != Only::of_valid || counts_valid) &&
               (row.only != Only::leaves || named.step == 0);
    });
    const int span = 1 << named.step;
    const auto filled = [&](std::string_view text) {
        return fmt::format(fmt::runtime(text), fmt::arg("step", named.step), fmt::arg("offset", span / 2),
                           fmt::arg("span", span));
    };
    PassText text{words.kind, words.name, filled(words.detail), filled(words.meaning), words.channels, scope};
    if (text.name.empty())
        text.name = name_of_sums(scope, algorithm);
    if (named.name == pass::search) {
        text.detail = raster::is_blockwise(algorithm) ? "blocks compacted" : "whole stream";
        text.meaning = words_of(algorithm).search;
    }
    return text;
}

} // namespace

Written written_number(const PassText& text, std::uint64_t cell, std::size_t number, std::string value,
                       std::string why) {
    if (text.kind == RowKind::flags)
        return {cell, fmt::format("flag {}", number), std::move(value), std::move(why), {"0", "1"}};
    const std::size_t channels = std::max<std::size_t>(1, text.channels.size());
    const std::string in = channels > 1 ? fmt::format("{} in ", text.channels[number % channels]) : "";
    return {cell, fmt::format("{}number {} of {}", in, number / channels, text.name), std::move(value),
            std::move(why)};
}

std::vector<PassName> passes_of(const raster::reference::Trace& trace) {
    std::vector<PassName> passes;
    for (const raster::reference::TracedPass& traced : trace.passes())
        passes.push_back({traced.name, traced.step});
    return passes;
}

std::vector<PassText> describe_passes(std::span<const PassName> passes, Algorithm algorithm) {
    std::vector<PassText> texts;
    RowScope scope = RowScope::elements;
    for (const auto& [name, step] : passes) {
        if (name == pass::block_count || name == pass::block_descriptor)
            scope = RowScope::blocks;
        else if (name == pass::row_total)
            scope = RowScope::block_rows;
        else if (name == pass::clear)
            scope = RowScope::elements;
        texts.push_back(text_of({name, step}, algorithm, scope));
    }
    return texts;
}

SearchKind search_kind(Algorithm algorithm) {
    return words_of(algorithm).kind;
}

std::string_view title_of(Algorithm algorithm) {
    return systems::entry(algorithm).title;
}

std::string_view explanation_of(Algorithm algorithm) {
    return words_of(algorithm).explanation;
}

namespace {

const std::vector<std::string> method_titles{"auto", "recursive doubling", "balanced tree"};

} // namespace

Property prefix_sum_row(raster::PrefixSumMethod& method) {
    return choice_row(
        "prefix-sum", "Prefix sums", method, enumerators<raster::PrefixSumMethod>,
        "Hillis and Steele's recursive doubling has few long passes, Blelloch's balanced tree more "
        "that get shorter; auto takes what suits the block.",
        method_titles);
}

Property run_lengths_row(raster::RunLengthMethod& method) {
    return choice_row("run-lengths", "Run lengths", method, enumerators<raster::RunLengthMethod>,
                      "How the lengths of runs of invalid elements are computed.", method_titles);
}

} // namespace scanline::view::compaction
