#include "auto_model_table.h"
#include "command.h"
#include "command_line.h"
#include "interrupt.h"
#include "session.h"
#include "stored_auto_model.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/stored_auto_model.h"
#include "scanline/core/error.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

struct Options {
    bool quick = false, print = false;
    int device = -1;
};

void print_model(Session& session) {
    const bench::Environment environment =
        bench::make_environment(session.capabilities(), session.timer(), command_line());
    const bench::LoadedAutoModel loaded = bench::load_stored_auto_model(environment);
    print(fmt::format("{}, costs: {}\n\n", environment.gpu, describe_auto_model(session)) +
          auto_model_table(loaded.model.value_or(raster::shipped_auto_model()), {}));
}

void tune(const Options& options) {
    catch_interrupts();
    Session session(options.device);
    if (options.print)
        return print_model(session);
    const bench::Environment environment =
        bench::make_environment(session.capabilities(), session.timer(), command_line());
    // Before anything is measured, because it fails where there is no place for the file.
    const std::filesystem::path path = bench::auto_model_path(environment.gpu);
    const std::optional<bench::Calibration> calibration =
        calibrate(session, options.quick ? bench::quick_calibration() : bench::CalibrateOptions());
    if (!calibration)
        throw Error("interrupted: what auto goes by is as it was");
    // Measurements are dear: they are shown also where the file cannot be written.
    print(fmt::format("{}, times by {}\n\n", environment.gpu, environment.timer) +
          auto_model_table(calibration->model, calibration->fits));
    bench::save_auto_model(path, calibration->model, environment);
    print(fmt::format("Written to {}\n", path.string()));
}

} // namespace

void add_tune_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand(
        "tune", "Measure what each algorithm costs on this machine, for the algorithm auto to choose by");
    command->add_flag("--quick", options->quick, "rougher, in a tenth of the time");
    command->add_flag("--print", options->print, "measure nothing: show the costs that auto goes by now");
    add_device_option(*command, options->device);
    command->callback([options] { tune(*options); });
}

} // namespace scanline::cli
