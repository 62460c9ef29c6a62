#include "auto_model_table.h"
#include "command.h"
#include "command_line.h"
#include "interrupt.h"
#include "progress.h"
#include "scan_model_table.h"
#include "session.h"
#include "stored_auto_model.h"
#include "stored_scan_model.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/scan_model.h"
#include "scanline/bench/stored_auto_model.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

struct TuneOptions {
    bool quick = false, print = false, cpu = false;
    int device = -1;
};

void print_model(Session& session) {
    const bench::Environment environment =
        bench::make_environment(session.capabilities(), session.timer(), command_line());
    const bench::LoadedAutoModel loaded = bench::load_stored_auto_model(environment);
    print(fmt::format("{}, costs: {}\n\n", environment.gpu, describe_auto_model(session)) +
          auto_model_table(loaded.model.value_or(raster::shipped_auto_model()), {}));
}

void tune_cpu(const TuneOptions& options) {
    const bench::Environment environment = bench::make_environment(command_line());
    if (options.print) {
        const bench::LoadedScanModel loaded = bench::load_stored_scan_model(environment);
        print(fmt::format("{}, scans: {}\n\n", environment.processor, describe_scan_model()) +
              scan_model_table(
                  loaded.model.value_or(cpu::usual_scan_model(cpu::ThreadTeam::all_processors()))));
        return;
    }
    const std::filesystem::path path = bench::scan_model_path(environment);
    bench::check_model_place(path);
    const auto model = with_progress([&](const bench::MeasureProgress& progress) {
        return bench::calibrate_scans(
            options.quick ? bench::quick_scan_calibration() : bench::ScanCalibrateOptions(), progress);
    });
    if (!model)
        throw Error("interrupted: what auto goes by is as it was");
    print(fmt::format("{}\n\n", environment.processor) + scan_model_table(*model));
    bench::save_scan_model(path, *model, environment);
    print(fmt::format("Written to {}\n", printable_path(path)));
}

void tune(const TuneOptions& options) {
    catch_interrupts();
    if (options.cpu)
        return tune_cpu(options);
    Session session(options.device);
    if (options.print)
        return print_model(session);
    const bench::Environment environment =
        bench::make_environment(session.capabilities(), session.timer(), command_line());
    const std::filesystem::path path = bench::auto_model_path(environment.gpu);
    bench::check_model_place(path);
    const std::optional<bench::Calibration> calibration =
        calibrate(session, options.quick ? bench::quick_calibration() : bench::CalibrateOptions());
    if (!calibration)
        throw Error("interrupted: what auto goes by is as it was");
    // Measurements are dear: they are shown also where the file cannot be written.
    print(fmt::format("{}, times by {}\n\n", environment.gpu, environment.timer) +
          auto_model_table(calibration->model, calibration->fits));
    bench::save_auto_model(path, calibration->model, environment);
    print(fmt::format("Written to {}\n", printable_path(path)));
}

} // namespace

void add_tune_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto options = std::make_shared<TuneOptions>();
    CLI::App* command = program.add_subcommand(
        "tune", "Measure what each algorithm costs on this machine, for the algorithm auto to choose by");
    CLI::Option* quick = command->add_flag("--quick", options->quick, "rougher, in a tenth of the time");
    command->add_flag("--print", options->print, "measure nothing: show the costs that auto goes by now")
        ->excludes(quick);
    CLI::Option* cpu =
        command->add_flag("--cpu", options->cpu, "of the scans on the CPU instead, which needs no OpenGL");
    add_device_option(*command, options->device)->excludes(cpu);
    command->callback([options] { tune(*options); });
}

} // namespace scanline::cli
