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
    command
        .add_option("--backend", settings.backend,
                    "compute (OpenGL 4.3), cpu, or auto: compute on a GPU that can, otherwise cpu")
        ->capture_default_str();
    add_tier_option(command, settings.tier);
    command
        .add_option("--reps", settings.repetitions,
                    "timed repetitions, whose median is reported; after a warm-up, on the CPU only where "
                    "there are several")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str()
        ->type_name("N");
    add_device_option(command, settings.device);
}

BackendRequest parse_backend(const CLI::App& command, const ArraySettings& settings,
                             std::initializer_list<const char*> more) {
    BackendRequest request;
    request.backend = catalog::parse("--backend", settings.backend, array_backends);
    request.device = settings.device;
    request.tier = parse_tier(settings.tier);
    check_npy_name(settings.output);
    if (request.backend == Backend::cpu) {
        refuse_options(command, {"--tier", "--gl-device"}, Backend::cpu);
        refuse_options(command, more, Backend::cpu);
    }
    request.only_compute = request.tier.has_value();
    for (const char* name : more)
        request.only_compute = request.only_compute || command.count(name) > 0;
    return request;
}

std::string ArrayReport::text(const ChosenBackend& backend,
                              const std::vector<bench::Repetition>& times) const {
    TextTable table({"backend", backend.text()}, 2);
    if (backend.compute) {
        compute::Engine& engine = backend.compute->engine();
        table.add({"gpu", engine.capabilities().renderer});
        table.add({"tier", fmt::format("{}, {} lane{}", to_string(engine.tier()), engine.lanes(),
                                       engine.lanes() == 1 ? "" : "s")});
    }
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
