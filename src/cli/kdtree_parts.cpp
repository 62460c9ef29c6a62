#include "kdtree_parts.h"

#include "command.h"
#include "number_options.h"
#include "text_table.h"

#include "scanline/cpu/thread_team.h"

#include <fmt/format.h>

namespace scanline::cli {

void add_kdtree_options(CLI::App& command, KdtreeSettings& settings, std::string_view pieces) {
    add_backend_options(command, settings);
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               fmt::format("default: all processors, but no more than so many {} are worth", pieces));
    add_repetitions_option(command, settings.repetitions);
}

BackendRequest parse_kdtree_settings(const CLI::App& command, const KdtreeSettings& settings,
                                     std::string_view what, std::initializer_list<const char*> more) {
    BackendRequest request = parse_backend_settings(command, settings, more);
    request.what = what;
    if (!settings.threads)
        return request;
    if (request.backend == Backend::compute || request.only_compute)
        refuse_options(command, {"--threads"}, Backend::compute);
    request.backend = Backend::cpu;
    return request;
}

std::string stages_text(const bench::Row& row) {
    TextTable table({"stage", "ms"}, 1);
    const bench::Repetition& median = row.median_repetition();
    for (const bench::Stage& stage : median.stages)
        table.add({stage.name, fmt::format("{:.3f}", stage.milliseconds)});
    table.add({"together", fmt::format("{:.3f}", median.milliseconds)});
    return table.format("  ");
}

} // namespace scanline::cli
