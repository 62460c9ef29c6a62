#pragma once
#include "options.h"
#include "terminal.h"

#include "scanline/machine/backend.h"
#include "scanline/machine/repetition.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cli {

using machine::Backend;
using machine::BackendRequest;
using machine::ChosenBackend;

/// The common settings of commands that run on the GPU or the CPU.
struct BackendSettings {
    Backend backend = Backend::automatic;
    std::optional<compute::Tier> tier;
    int device = -1;
    int repetitions = 1; ///< several: the work is timed, so that it is to be as fast as it gets
};

/// The folder of gl::DriverCache below the user's cache folder, which this makes; empty if there is none.
std::filesystem::path driver_folder();

/// Estimates the copies of these bytes to the GPU or back, in memory that the system hands out meanwhile.
constexpr double copy_seconds(std::int64_t bytes) {
    return 2e-10 * static_cast<double>(bytes);
}

/// --backend, --tier, --gl-device.
void add_backend_options(Subcommand& command, BackendSettings& settings);

/// The machine with the device and the tier that the settings name. Large pages only for several repetitions.
machine::Machine::Options machine_options(const BackendSettings& settings);

/// The request for these settings. Errors: usage for compute-only options together with the backend cpu:
/// --tier, --gl-device and `more`.
BackendRequest backend_request(const CLI::App& command, const BackendSettings& settings,
                               std::initializer_list<const char*> more);

/// Rejects options that the backend does not have. remedy: beside leaving them out, "use --backend compute".
/// Errors: usage, naming the first one given.
void refuse_options(const CLI::App& command, std::initializer_list<const char*> names, Backend backend,
                    std::string_view remedy = "use --backend compute");

/// Lets --threads, which is only for the CPU, choose it. Errors: usage if the GPU is required.
void choose_cpu_for_threads(const CLI::App& command, BackendRequest& request);

/// A table that begins with the choices made: the backend, and for compute the GPU and tier.
TextTable backend_table(const ChosenBackend& backend);

/// Times stages on the compute engine, as StageTimes does on the CPU.
class DeviceStageTimes {
public:
    explicit DeviceStageTimes(machine::Machine& machine)
        : timer_(machine.timer()), scope_(machine.compute(), &timer_) {}

    machine::Repetition take() { return machine::take_stages(timer_); }

private:
    gl::StageTimer timer_;
    ObserverScope scope_;
};

/// Runs work repeatedly and times it as one stage: on a GPU after a warm-up, on the CPU after one only if
/// repeated. Fewer repetitions, possibly none, if interrupted. prepare: untimed, before each run. show: told
/// the fraction done. Both may be empty.
std::vector<machine::Repetition> time_work(const ChosenBackend& backend, std::string_view stage,
                                           int repetitions, const std::function<void()>& work,
                                           const std::function<void()>& prepare = {},
                                           const std::function<void(double)>& show = {});

} // namespace scanline::cli
