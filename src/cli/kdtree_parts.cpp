#include "kdtree_parts.h"

#include "text_table.h"

#include "scanline/cpu/thread_team.h"

#include <filesystem>
#include <fmt/format.h>

namespace scanline::cli {

void require_npz(const std::string& output, std::string_view what) {
    if (std::filesystem::path(output).extension() != ".npz")
        throw usage_error(fmt::format("{} is written as .npz, and {} is none: name it so", what, output));
}

void add_worthwhile_threads_option(CLI::App& command, std::optional<int>& threads, std::string_view pieces) {
    command
        .add_option("--threads", threads,
                    fmt::format("default: all processors, but no more than so many {} are worth", pieces))
        ->check(CLI::Range(1, cpu::ThreadTeam::max_threads))
        ->type_name("N");
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
