#include "backend.h"

#include "options.h"
#include "ranks.h"

#include "scanline/core/error.h"
#include "scanline/data/user_folders.h"
#include "scanline/gl/context.h"
#include "scanline/gl/large_pages.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cli {

std::filesystem::path driver_folder() {
    const auto cache = data::user_cache_folder();
    if (!cache)
        return {};
    // NVIDIA's driver keeps no programs in a home without the folder .cache.
    std::error_code none;
    std::filesystem::create_directories(cache->parent_path(), none);
    return *cache / "driver";
}

void add_backend_options(Subcommand& command, BackendSettings& settings) {
    add_choice(
        command, "--backend", settings.backend, machine::array_backends,
        "compute (OpenGL 4.3), cpu, or auto: compute if a GPU supports it and pays off, otherwise cpu");
    add_tier_option(command, settings.tier);
    add_device_option(command, settings.device);
}

namespace {

// The GPUs of a host are dealt to its ranks in turn.
int device_of(const BackendSettings& settings) {
    if (!joined_ranks() || settings.device >= 0 || settings.backend == Backend::cpu)
        return settings.device;
    const ranks::Seat seat = joined_ranks()->seat();
    return gl::spread_over_devices(seat.of, std::nullopt)[static_cast<std::size_t>(seat.number)]
        .device.value_or(settings.device);
}

} // namespace

machine::Machine::Options machine_options(const BackendSettings& settings) {
    gl::allow_large_pages(settings.repetitions > 1);
    return {.device = device_of(settings), .tier = settings.tier, .cache = driver_folder()};
}

BackendRequest backend_request(const CLI::App& command, const BackendSettings& settings,
                               std::initializer_list<const char*> more) {
    if (settings.backend == Backend::cpu) {
        refuse_options(command, {"--tier", "--gl-device"}, Backend::cpu);
        refuse_options(command, more, Backend::cpu);
    }
    const auto is_given = [&command](const char* name) { return command.count(name) > 0; };
    return {.backend = settings.backend,
            .only_compute = settings.tier || std::ranges::any_of(more, is_given)};
}

void refuse_options(const CLI::App& command, std::initializer_list<const char*> names, Backend backend,
                    std::string_view remedy) {
    for (const char* name : names) {
        if (command.count(name) > 0)
            throw usage_error(fmt::format("{} is not for the backend {}: leave out {} or {}", name,
                                          to_string(backend), name, remedy));
    }
}

void choose_cpu_for_threads(const CLI::App& command, BackendRequest& request) {
    if (command.count("--threads") == 0)
        return;
    if (request.backend == Backend::compute || request.only_compute)
        refuse_options(command, {"--threads"}, Backend::compute,
                       request.only_compute ? "use --backend cpu without the options that only compute has"
                                            : "use --backend cpu");
    request.backend = Backend::cpu;
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
                                           const std::function<void()>& prepare,
                                           const std::function<void(double)>& show) {
    gl::SpanTimer timer(backend.timer());
    int done = 0;
    const auto stop = [&] {
        if (show)
            show(static_cast<double>(done++) / repetitions);
        return interrupted();
    };
    return machine::repeat(
        {.repetitions = repetitions, .warm_up = backend.gpu || repetitions > 1, .stop = stop}, [&] {
            if (prepare)
                prepare();
            return backend.gpu ? machine::time_whole(timer, stage, work) : machine::time_whole(stage, work);
        });
}

} // namespace scanline::cli
