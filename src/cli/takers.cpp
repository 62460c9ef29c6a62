#include "takers.h"

#include "scanline/core/names.h"
#include "scanline/raster/auto_compaction.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace scanline::cli {

namespace {

using catalog::CompactionEntry;
using catalog::Parameter;

bool takes(const CompactionEntry& entry, const Parameter& parameter, const AutoSettings& automatic) {
    if (catalog::takes(entry, parameter))
        return true;
    // auto passes its options on, except for blocks, which its model chooses.
    if (entry.algorithm != raster::Algorithm::automatic || parameter.name == "--block")
        return false;
    return std::ranges::any_of(auto_candidates(parse_auto(automatic)), [&](raster::Algorithm candidate) {
        return catalog::takes(catalog::entry(candidate), parameter);
    });
}

std::string takers_of(const Parameter& parameter) {
    CompactionEntries takers;
    for (const CompactionEntry& entry : catalog::compaction_algorithms()) {
        if (catalog::takes(entry, parameter))
            takers.push_back(&entry);
    }
    return names_of(takers, [](const CompactionEntry* entry) { return entry->name; });
}

} // namespace

void require_takers(Subcommand& command, const AutoSettings& automatic,
                    const std::function<CompactionEntries()>& algorithms) {
    for (const Parameter& parameter : catalog::compaction_parameters()) {
        const CLI::Option* option = command.get_option_no_throw(std::string(parameter.name));
        if (option == nullptr || parameter.takers == catalog::Takers::all)
            continue;
        command.require(option, fmt::format("--algorithm {}", takers_of(parameter)),
                        [&parameter, &automatic, algorithms] {
                            const CompactionEntries entries = algorithms();
                            return entries.empty() || std::ranges::any_of(entries, [&](const auto* entry) {
                                       return takes(*entry, parameter, automatic);
                                   });
                        });
    }
}

} // namespace scanline::cli
