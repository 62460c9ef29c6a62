#include "scanline/systems/compaction.h"

#include "scanline/core/choice.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace scanline::systems {

namespace {

using raster::Algorithm;
using raster::min_block;

constexpr auto compactions = std::to_array<CompactionEntry>({
    {row_of(Algorithm::horn), "Horn's gather-search", "gather-search",
     "binary search for each output over prefix sums of the invalid elements",
     "Horn, GPU Gems 2 (2005), ch. 36", 256},
    {row_of(Algorithm::jj), "Jumping Jack", "jumping-jack",
     "survivors stay, holes follow pointers to survivors from behind", "Moreira et al., GRAPP 2009, 3.2",
     128},
    {row_of(Algorithm::rlz), "Run-Lengths of Zeros", "run-lengths-of-zeros",
     "forward search over prefix sums of the lengths of invalid runs", "Moreira et al., GRAPP 2009, 3.3",
     256},
    {row_of(Algorithm::bt), "Binary Tree", "binary-tree", "descent of a tree of counts; no prefix sums",
     "Moreira et al., GRAPP 2009, 3.4", 256},
    {row_of(Algorithm::horn_unblocked), "Horn's gather-search without blocks", "gather-search-unblocked",
     "prefix sums and binary search over the whole stream, as first published",
     "Horn, GPU Gems 2 (2005), ch. 36, over the whole stream", min_block},
    {row_of(Algorithm::histopyramid), "HistoPyramid", "histogram-pyramid",
     "descent of a quadtree of counts over the two-dimensional texture", "Ziegler et al., VMV 2006",
     min_block},
    {row_of(Algorithm::packed), "Packed bits", "packed-bits",
     "elements as bits, 64 a texel; a tree with 16 children a node; a lookup for every 16 outputs",
     "Scanline's own", min_block},
    {row_of(Algorithm::automatic), "Auto", "automatic",
     "the algorithm that this machine's cost model predicts to be fastest", "GRAPP 2009, section 4, outlined",
     256},
});
static_assert(has_row_for_each<Algorithm>(compactions));

const std::vector<CompactionParameter>& parameters() {
    static const std::vector<CompactionParameter> all{
        {{"--block", "2, 4, 8 ... 4096", "elements of a block, a power of two"}, AppliesTo::blocks},
        {{"--prefix-sum", names_of(enumerators<raster::PrefixSumMethod>),
          "how prefix sums are computed; auto goes by block size"},
         AppliesTo::prefix_sums},
        {{"--run-lengths", names_of(enumerators<raster::RunLengthMethod>), "how run lengths are computed"},
         AppliesTo::run_lengths},
        {{"--concatenate", names_of(enumerators<raster::ConcatenationMethod>),
          "what carries the blocks to their places; auto: lines where exact"},
         AppliesTo::blocks},
        {{"--adapt", names_of(enumerators<raster::Adaption>), "what auto goes by"}, AppliesTo::automatic},
        {{"--among", "names of other algorithms", "what auto chooses from"}, AppliesTo::automatic},
        {{"--threshold", "a number", "elements of at least this value are valid"}, AppliesTo::all},
        {{"--negate", "", "the others are valid"}, AppliesTo::all},
        {{"--era-limits", "", "refuse what a fragment loop limit of 256 iterations did not allow"},
         AppliesTo::all},
    };
    return all;
}

auto is_called(std::string_view name) {
    return [name](const CompactionEntry& entry) { return entry.name == name || entry.alias == name; };
}

} // namespace

std::span<const CompactionEntry> compaction_algorithms() {
    return compactions;
}

std::span<const CompactionParameter> compaction_parameters() {
    return parameters();
}

std::vector<CompactionParameter> parameters_of(const CompactionEntry& entry) {
    std::vector<CompactionParameter> taken;
    std::ranges::copy_if(parameters(), std::back_inserter(taken),
                         [&entry](const CompactionParameter& parameter) { return takes(entry, parameter); });
    return taken;
}

bool takes(const CompactionEntry& entry, const CompactionParameter& parameter) {
    switch (parameter.applies_to) {
    case AppliesTo::all: return true;
    case AppliesTo::blocks: return entry.blockwise;
    case AppliesTo::prefix_sums: return entry.prefix_sums;
    case AppliesTo::run_lengths: return entry.run_lengths;
    case AppliesTo::automatic: return entry.value == Algorithm::automatic;
    }
    return false;
}

bool takes(const CompactionEntry& entry, const CompactionParameter& parameter,
           const raster::AutoOptions& automatic) {
    if (takes(entry, parameter))
        return true;
    return entry.value == Algorithm::automatic && parameter.name != "--block" &&
           std::ranges::any_of(auto_candidates(automatic), [&](Algorithm candidate) {
               return takes(systems::entry(candidate), parameter);
           });
}

std::string takers_of(const CompactionParameter& parameter) {
    std::vector<CompactionEntry> applies_to;
    std::ranges::copy_if(compactions, std::back_inserter(applies_to),
                         [&parameter](const CompactionEntry& entry) { return takes(entry, parameter); });
    return names_of(applies_to);
}

std::vector<const CompactionEntry*> find_compactions(const std::vector<std::string>& names) {
    std::vector<const CompactionEntry*> found;
    for (const std::string& name : names) {
        if (name != "all") {
            found.push_back(&find_compaction(name));
            continue;
        }
        for (const CompactionEntry& entry : compactions)
            found.push_back(&entry);
    }
    return found;
}

raster::AutoOptions parse_auto(std::string_view adapt, const std::vector<std::string>& among) {
    static_assert(compactions.back().value == Algorithm::automatic); // which cannot choose itself
    constexpr std::span candidates = std::span(compactions).first(compactions.size() - 1);
    raster::AutoOptions options;
    options.adaption = parse_choice("--adapt", adapt, enumerators<raster::Adaption>);
    for (const std::string& name : among) {
        const auto found = std::ranges::find_if(candidates, is_called(name));
        if (found == candidates.end())
            throw usage_error("--among " + printable(name) + " is none of " + names_of(candidates));
        options.among.push_back(found->value);
    }
    return options;
}

std::string compaction_names(std::string_view separator) {
    std::string names;
    for (const CompactionEntry& candidate : compactions)
        names += (names.empty() ? "" : std::string(separator)) + std::string(candidate.name);
    return names;
}

const CompactionEntry& entry(raster::Algorithm algorithm) {
    return compactions[static_cast<std::size_t>(algorithm)];
}

const CompactionEntry& find_compaction(std::string_view name) {
    const auto found = std::ranges::find_if(compactions, is_called(name));
    if (found != compactions.end())
        return *found;
    throw usage_error("no compaction algorithm of the backend raster is called " + printable(name) +
                      ": there are " + compaction_names(", ") + " (scanline list describes them)");
}

} // namespace scanline::systems
