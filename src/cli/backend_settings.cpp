#include "backend_settings.h"

#include "command.h"

#include "scanline/catalog/compaction.h"

#include <fmt/format.h>

namespace scanline::cli {

void add_backend_options(CLI::App& command, BackendSettings& settings) {
    command
        .add_option(
            "--backend", settings.backend,
            "compute (OpenGL 4.3), cpu, or auto: compute where a GPU can and is worth its start, otherwise "
            "cpu")
        ->capture_default_str();
    add_tier_option(command, settings.tier);
    add_device_option(command, settings.device);
}

BackendRequest parse_backend_settings(const CLI::App& command, const BackendSettings& settings,
                                      std::initializer_list<const char*> more) {
    BackendRequest request;
    request.backend = catalog::parse("--backend", settings.backend, array_backends);
    request.device = settings.device;
    request.tier = parse_tier(settings.tier);
    if (request.backend == Backend::cpu) {
        refuse_options(command, {"--tier", "--gl-device"}, Backend::cpu);
        refuse_options(command, more, Backend::cpu);
    }
    request.only_compute = request.tier.has_value();
    for (const char* name : more)
        request.only_compute = request.only_compute || command.count(name) > 0;
    return request;
}

TextTable backend_table(const ChosenBackend& backend) {
    TextTable table({"backend", backend.text()}, 2);
    if (!backend.compute)
        return table;
    compute::Engine& engine = backend.compute->engine();
    table.add({"gpu", engine.capabilities().renderer});
    table.add({"tier", fmt::format("{}, {} lane{}", to_string(engine.tier()), engine.lanes(),
                                   engine.lanes() == 1 ? "" : "s")});
    return table;
}

} // namespace scanline::cli
