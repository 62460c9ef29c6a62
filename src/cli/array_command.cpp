#include "array_command.h"

#include "command.h"
#include "text_table.h"

#include "scanline/catalog/compaction.h"

#include <fmt/format.h>

namespace scanline::cli {

void add_array_settings(CLI::App& command, ArraySettings& settings) {
    command.add_option("FILE", settings.input, "a NumPy array of one dimension (.npy)")->required();
    command.add_option("-o,--output", settings.output, "file for the result (.npy); may be FILE itself")
        ->required()
        ->type_name("FILE");
    add_backend_options(command, settings);
    command
        .add_option("--reps", settings.repetitions,
                    "timed repetitions, whose median is reported; after a warm-up, on the CPU only where "
                    "there are several")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str()
        ->type_name("N");
}

BackendRequest parse_backend(const CLI::App& command, const ArraySettings& settings,
                             std::initializer_list<const char*> more) {
    const BackendRequest request = parse_backend_settings(command, settings, more);
    check_npy_name(settings.output);
    return request;
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
