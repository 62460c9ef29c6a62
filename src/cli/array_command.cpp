#include "array_command.h"

#include "command.h"
#include "text_table.h"

#include "scanline/catalog/compaction.h"

#include <fmt/format.h>

namespace scanline::cli {

void add_array_settings(Subcommand& command, ArraySettings& settings) {
    command.add_input("FILE", settings.input, "a NumPy array of one dimension (.npy)")->required();
    command
        .add_output("-o,--output", settings.output, in_place_array,
                    "file for the result (.npy); may be FILE itself")
        ->required();
    add_backend_options(command, settings);
    add_repetitions_option(command, settings.repetitions,
                           "timed repetitions, whose median is reported; after a warm-up, on the CPU only "
                           "where there are several");
}

BackendRequest parse_backend(const CLI::App& command, const ArraySettings& settings,
                             std::initializer_list<const char*> more) {
    return parse_backend_settings(command, settings, more);
}

std::string ArrayReport::text(const ChosenBackend& backend,
                              const std::vector<bench::Repetition>& times) const {
    TextTable table = backend_table(backend);
    for (const auto& [name, value] : algorithm)
        table.add({name, value});
    bench::Row row;
    row.repetitions = times;
    table.add({"time",
               fmt::format("{:.3f} ms by {}{}", row.median_repetition().milliseconds,
                           to_string(backend.compute ? backend.compute->timer() : gl::TimerKind::wall_clock),
                           times.size() == 1 ? "" : fmt::format(", median of {}", times.size()))});
    return heading + "\n" + table.format("  ");
}

} // namespace scanline::cli
