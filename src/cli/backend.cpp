#include "backend.h"

#include "options.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/systems/compaction.h"

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

machine::Machine::Options machine_options(const BackendSettings& settings) {
    return {.device = settings.device, .tier = parse_tier(settings.tier)};
}

BackendRequest parse_backend_settings(const CLI::App& command, const BackendSettings& settings,
                                      std::initializer_list<const char*> more) {
    BackendRequest request;
    request.backend = parse_choice("--backend", settings.backend, machine::array_backends);
    request.only_compute = machine_options(settings).tier.has_value();
    if (request.backend == Backend::cpu) {
        refuse_options(command, {"--tier", "--gl-device"}, Backend::cpu);
        refuse_options(command, more, Backend::cpu);
    }
    for (const char* name : more)
        request.only_compute = request.only_compute || command.count(name) > 0;
    return request;
}

void refuse_options(const CLI::App& command, std::initializer_list<const char*> names, Backend backend) {
    for (const char* name : names) {
        if (command.count(name) > 0)
            throw usage_error(fmt::format("{} is not for the backend {}: leave out {} or choose another "
                                          "--backend",
                                          name, to_string(backend), name));
    }
}

TextTable backend_table(const ChosenBackend& backend) {
    TextTable table({"backend", backend.text()}, 2);
    if (!backend.gpu)
        return table;
    compute::Engine& engine = backend.gpu->compute();
    table.add({"gpu", engine.capabilities().renderer});
    table.add({"tier", fmt::format("{}, {} lane{}", to_string(engine.tier()), engine.lanes(),
                                   engine.lanes() == 1 ? "" : "s")});
    return table;
}

std::vector<machine::Repetition> time_work(const ChosenBackend& backend, std::string_view stage,
                                           int repetitions, const std::function<void()>& work,
                                           const std::function<void()>& prepare) {
    gl::SpanTimer timer(backend.timer());
    return machine::repeat(
        {.repetitions = repetitions, .warm_up = backend.gpu || repetitions > 1, .stop = interrupted}, [&] {
            if (prepare)
                prepare();
            return backend.gpu ? machine::time_whole(timer, stage, work) : machine::time_whole(stage, work);
        });
}

} // namespace scanline::cli
