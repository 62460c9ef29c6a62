#include "scanline/catalog/compaction.h"

#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <array>

namespace scanline::catalog {

namespace {

using raster::Algorithm;
using raster::max_block;
using raster::min_block;

constexpr gl::Version opengl_2_1{2, 1};

constexpr std::array<CompactionEntry, 4> compactions{{
    {Algorithm::horn, "horn", "Horn's gather-search", "gather-search",
     "binary search for each output over prefix sums of the invalid elements",
     "Horn, GPU Gems 2 (2005), ch. 36", "raster", opengl_2_1, true, true, false, min_block, max_block, 256,
     max_block},
    {Algorithm::jj, "jj", "Jumping Jack", "jumping-jack",
     "survivors stay, holes follow pointers to survivors from behind; keeps no order",
     "Moreira et al., GRAPP 2009, 3.2", "raster", opengl_2_1, false, true, false, min_block, max_block, 128,
     raster::era_loop_limit},
    {Algorithm::rlz, "rlz", "Run-Lengths of Zeros", "run-lengths-of-zeros",
     "forward search over prefix sums of the lengths of invalid runs", "Moreira et al., GRAPP 2009, 3.3",
     "raster", opengl_2_1, true, true, true, min_block, max_block, 256, max_block},
    {Algorithm::bt, "bt", "Binary Tree", "binary-tree", "descent of a tree of counts; no prefix sums",
     "Moreira et al., GRAPP 2009, 3.4", "raster", opengl_2_1, true, false, false, min_block, max_block, 256,
     max_block},
}};

constexpr std::array<Parameter, 6> parameters{{
    {"--block", "2, 4, 8 ... 4096", "elements of a block, a power of two"},
    {"--prefix-sum", "auto, hillis-steele, blelloch",
     "how prefix sums are computed; auto goes by block size"},
    {"--run-lengths", "auto, recursive-doubling, balanced-tree", "how run lengths are computed (rlz)"},
    {"--concatenate", "auto, lines, quads",
     "what carries the blocks to their places; auto: lines where exact"},
    {"--threshold", "a number", "elements of at least this value are valid"},
    {"--era-limits", "", "refuse what a fragment loop limit of 256 iterations did not allow"},
}};

} // namespace

std::span<const CompactionEntry> compaction_algorithms() {
    return compactions;
}

std::span<const Parameter> compaction_parameters() {
    return parameters;
}

const CompactionEntry& entry(raster::Algorithm algorithm) {
    return *std::ranges::find(compactions, algorithm, &CompactionEntry::algorithm);
}

const CompactionEntry& find_compaction(std::string_view name) {
    const auto found = std::ranges::find_if(compactions, [name](const CompactionEntry& candidate) {
        return candidate.name == name || candidate.alias == name;
    });
    if (found != compactions.end())
        return *found;
    std::string names;
    for (const CompactionEntry& candidate : compactions)
        names += (names.empty() ? "" : ", ") + std::string(candidate.name);
    throw usage_error("no compaction algorithm is called " + std::string(name) + ": there are " + names +
                      " (scanline list describes them)");
}

} // namespace scanline::catalog
