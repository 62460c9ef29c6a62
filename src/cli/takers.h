#pragma once
#include "compaction_job.h"
#include "subcommand.h"

#include "scanline/systems/compaction.h"

#include <functional>
#include <vector>

namespace scanline::cli {

using CompactionEntries = std::vector<const catalog::CompactionEntry*>;

/// Refuses options that none of algorithms() takes: the catalog says which algorithm takes which parameter,
/// and auto takes what its candidates take. No algorithms at all: refuses none.
void require_takers(Subcommand& command, const AutoSettings& automatic,
                    const std::function<CompactionEntries()>& algorithms);

} // namespace scanline::cli
