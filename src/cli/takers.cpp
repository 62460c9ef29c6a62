#include "takers.h"

#include "scanline/core/names.h"
#include "scanline/raster/auto_compaction.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace scanline::cli {

void require_takers(Subcommand& command, const AutoSettings& automatic,
                    const std::function<CompactionEntries()>& algorithms) {
    for (const catalog::CompactionParameter& parameter : catalog::compaction_parameters()) {
        const CLI::Option* option = command.get_option_no_throw(std::string(parameter.name));
        if (option == nullptr || parameter.takers == catalog::Takers::all)
            continue;
        command.require(option, fmt::format("--algorithm {}", catalog::takers_of(parameter)),
                        [&parameter, &automatic, algorithms] {
                            const CompactionEntries entries = algorithms();
                            return entries.empty() || std::ranges::any_of(entries, [&](const auto* entry) {
                                       return catalog::takes(*entry, parameter, parse_auto(automatic));
                                   });
                        });
    }
}

} // namespace scanline::cli
