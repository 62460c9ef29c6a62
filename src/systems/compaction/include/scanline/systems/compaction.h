#pragma once
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/raster/options.h"
#include "scanline/systems/system.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

/// Which algorithms take a parameter.
enum class AppliesTo { all, blocks, prefix_sums, run_lengths, automatic };

/// A parameter with the algorithms that take it.
struct CompactionParameter : Parameter {
    AppliesTo applies_to;
};

/// One compaction algorithm: all that the command line, the reports and the view know of it.
struct CompactionEntry : raster::AlgorithmRow {
    std::string_view title;  ///< "Jumping Jack"
    std::string_view alias;  ///< the long name the command line takes too: "jumping-jack"
    std::string_view idea;   ///< one sentence
    std::string_view source; ///< paper and section
    /// A good one where nothing is known of the data; for the whole-stream algorithms what shapes the
    /// texture.
    int default_block;
};

/// Every compaction algorithm, in the paper's order.
std::span<const CompactionEntry> compaction_algorithms();

/// The parameters of compactions, and those of them that an algorithm takes.
std::span<const CompactionParameter> compaction_parameters();
std::vector<CompactionParameter> parameters_of(const CompactionEntry& entry);
bool takes(const CompactionEntry& entry, const CompactionParameter& parameter);
/// The same where auto passes its options on to its candidates: all but blocks, which its model chooses.
bool takes(const CompactionEntry& entry, const CompactionParameter& parameter,
           const raster::AutoOptions& automatic);
/// The names of all that take it: "horn, rlz".
std::string takers_of(const CompactionParameter& parameter);

/// Entries by name or alias, "all" for every one. Errors: usage, as find_compaction().
std::vector<const CompactionEntry*> find_compactions(const std::vector<std::string>& names);
/// How auto chooses, by the names of an adaption and of candidates. Errors: usage, with the names that there
/// are.
raster::AutoOptions parse_auto(std::string_view adapt, const std::vector<std::string>& among);

/// "horn, jj ...": all names with a separator between them.
std::string compaction_names(std::string_view separator);

const CompactionEntry& entry(raster::Algorithm algorithm);

/// By name or alias; a usage error that lists the names if there is none.
const CompactionEntry& find_compaction(std::string_view name);

/// The entries, checks and experiments of stream compaction.
System compaction_system();

} // namespace scanline::systems
