#include "command.h"
#include "compaction.h"
#include "options.h"
#include "program.h"
#include "stored_models.h"
#include "terminal.h"

#include "scanline/bench/results.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/stream_layout.h"
#include "scanline/systems/scan_calibration.h"
#include "scanline/tune/calibrate.h"
#include "scanline/tune/stored_model.h"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <span>
#include <vector>

namespace scanline::cli {

namespace {

struct TuneOptions {
    bool quick = false, print = false, cpu = false;
    int device = -1;
};

constexpr std::array<std::int64_t, 3> sizes{1 << 18, 1 << 20, 1 << 22};
constexpr std::array densities{0.05, 0.5, 0.95};

raster::StreamFeatures noise(double density) {
    return {density, 2 * density * (1 - density)};
}

raster::AutoPlan plan_of(const raster::AutoModel& model, std::int64_t elements) {
    const int row =
        raster::make_stream_layout(elements, raster::min_block, std::numeric_limits<int>::max()).width;
    return make_auto_plan(model, elements, raster::auto_candidates({}), row);
}

// A model's predictions for streams of noise in a few sizes and densities: the milliseconds of every choice,
// the choice of auto, and whether a survey pays. fits: the fit of each cost, in the model's order; empty if
// unknown.
std::string table_of(const raster::AutoModel& model, std::span<const tune::CostFit> fits = {}) {
    std::vector<std::string> header{"ms of noise"}, chosen{"auto chooses"};
    std::string survey_pays;
    for (const std::int64_t size : sizes) {
        const raster::AutoPlan plan = plan_of(model, size);
        for (const double density : densities) {
            header.push_back(fmt::format("{} {:.0f} %", element_count(size), 100 * density));
            chosen.push_back(text_of(plan.best(size, noise(density)).choice));
        }
        if (plan.survey)
            survey_pays += fmt::format("{}{}", survey_pays.empty() ? "" : ", ", element_count(size));
    }
    if (!fits.empty()) {
        header.insert(header.end(), {"error", "worst"});
        chosen.insert(chosen.end(), {"", ""});
    }

    TextTable table(std::move(header), 1);
    for (std::size_t i = 0; i < model.costs.size(); ++i) {
        const raster::CompactionCost& cost = model.costs[i];
        std::vector<std::string> row{text_of(cost.choice)};
        for (const std::int64_t size : sizes) {
            for (const double density : densities)
                row.push_back(fmt::format("{:.3f}", cost.milliseconds(size, noise(density))));
        }
        if (!fits.empty())
            row.insert(row.end(), {fmt::format("{:.0f} %", 100 * fits[i].median_error),
                                   fmt::format("{:.0f} %", 100 * fits[i].worst_error)});
        table.add(std::move(row));
    }
    table.add(std::move(chosen));
    return table.format() + fmt::format("A survey of the stream takes {:.3f} ms and pays at {}.\n",
                                        model.survey_milliseconds,
                                        survey_pays.empty() ? "none of these sizes" : survey_pays);
}

void add_steps(TextTable& table, const char* place, const std::vector<cpu::ScanStep>& steps) {
    for (const cpu::ScanStep& step : steps)
        table.add({place, std::to_string(step.from_bytes), step.choice.algorithm,
                   std::to_string(step.choice.threads),
                   step.choice.partition_bytes ? std::to_string(*step.choice.partition_bytes) : "-",
                   step.choice.dilation > 0 ? fmt::format("{}", step.choice.dilation) : "-"});
}

// The choice of auto among the CPU scans: a line per step, in place and out of place.
std::string table_of(const cpu::ScanModel& model) {
    TextTable table({"scans", "from bytes", "auto chooses", "threads", "bytes of a partition", "dilation"},
                    1);
    add_steps(table, "in place", model.in_place);
    add_steps(table, "apart", model.apart);
    return table.format();
}

template <class Model>
void print_model(const std::string& device, const char* what, const bench::Environment& environment,
                 const Model& built_in) {
    print(fmt::format("{}, {}: {}\n\n{}", device, what, describe_model<Model>(environment),
                      table_of(tune::load_stored_model<Model>(environment).model.value_or(built_in))));
}

template <class Measure>
auto measured(Measure measure) {
    auto result = with_progress(measure);
    if (!result)
        throw Error("interrupted: the model of auto is unchanged");
    return *std::move(result);
}

// Measurements are expensive: show them even if the file cannot be written.
template <class Model>
void show_and_save(const std::string& shown, const std::filesystem::path& path, const Model& model,
                   const bench::Environment& environment) {
    print(shown);
    tune::save_model(path, model, environment);
    tell(fmt::format("Written to {}\n", printable_path(path)));
}

void tune_cpu(const TuneOptions& options) {
    const bench::Environment environment = bench::make_environment(command_line());
    if (options.print)
        return print_model(environment.processor, "scans", environment,
                           cpu::default_scan_model(cpu::ThreadTeam::all_processors()));
    const std::filesystem::path path = tune::model_path<cpu::ScanModel>(environment);
    tune::check_model_place(path);
    const cpu::ScanModel model = measured([&](const ProgressHook& progress) {
        return systems::calibrate_scans(
            options.quick ? systems::quick_scan_calibration() : systems::ScanCalibrateOptions(), progress);
    });
    show_and_save(fmt::format("{}\n\n{}", environment.processor, table_of(model)), path, model, environment);
}

void tune_gpu(const TuneOptions& options) {
    machine::Machine machine({.device = options.device});
    const bench::Environment environment = environment_of(machine);
    if (options.print)
        return print_model(environment.gpu, "costs", environment, raster::shipped_auto_model());
    const std::filesystem::path path = tune::model_path<raster::AutoModel>(environment);
    tune::check_model_place(path);
    const tune::Calibration calibration = measured([&](const ProgressHook& progress) {
        return tune::calibrate(machine.raster(), machine.timer(),
                               options.quick ? tune::quick_calibration() : tune::CalibrateOptions(),
                               progress);
    });
    show_and_save(fmt::format("{}, times by {}\n\n{}", environment.gpu, environment.timer,
                              table_of(calibration.model, calibration.fits)),
                  path, calibration.model, environment);
}

void tune(const CLI::App& /*command*/, const TuneOptions& options) {
    catch_interrupts();
    options.cpu ? tune_cpu(options) : tune_gpu(options);
}

} // namespace

void add_tune_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, options] = add_subcommand<TuneOptions>(
        program, "tune", "Measure the cost of each algorithm on this machine, as the model of auto", tune);
    CLI::Option* quick = command.add_flag("--quick", options.quick, "rougher, in a tenth of the time");
    command.add_flag("--print", options.print, "measure nothing: show the current model of auto")
        ->excludes(quick);
    CLI::Option* cpu =
        command.add_flag("--cpu", options.cpu, "measure the CPU scans instead; needs no OpenGL");
    add_device_option(command, options.device)->excludes(cpu);
}

} // namespace scanline::cli
