#include "bench_cpu_scan.h"
#include "bench_kdtree.h"
#include "bench_primitive.h"
#include "bench_run.h"
#include "bench_sweep.h"
#include "command.h"
#include "program.h"
#include "stored_models.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

struct ExperimentSettings {
    BenchSettings bench;
    bool quick = false;
    std::string masks = masks_folder();
};

std::string conclusions(const bench::Experiment& experiment, const bench::Results& results) {
    std::string text = fmt::format("\nSource: {}.\n", experiment.source);
    if (experiment.summary != nullptr)
        text += "\n" + experiment.summary(results);
    return text + "\n### Claims\n\n" + bench::claims_markdown(experiment.claims(results));
}

void run_experiment(const bench::Experiment& experiment, const ExperimentSettings& settings) {
    bench::ExperimentOptions options{settings.quick, settings.masks, nullptr};
    std::string goes_by;
    const auto make_plan = [&](machine::Machine& machine) -> BenchPlan {
        if (experiment.automatic) {
            options.auto_model = stored_auto_model(machine);
            goes_by = fmt::format("Costs that auto goes by: {}.\n", describe_auto_model(machine));
        }
        return {bench::make_plan(experiment, machine.raster(), options), machine.raster()};
    };
    run_bench(settings.bench, make_plan, {experiment.figures, [&](const bench::Results& results) {
                                              return goes_by + conclusions(experiment, results);
                                          }});
}

void add_experiment(CLI::App& bench, const bench::Experiment& experiment) {
    auto settings = std::make_shared<ExperimentSettings>();
    Subcommand* command = add_subcommand(bench, std::string(experiment.name),
                                         fmt::format("{} ({})", experiment.title, experiment.source));
    command->add_flag("--quick", settings->quick, "fewer points and smaller streams");
    if (experiment.masks) {
        command->add_option("--masks", settings->masks, "folder with hand.png, bunny.png and finger.png")
            ->type_name("DIR")
            ->capture_default_str();
        command->files().reads("--masks", [settings] { return mask_files(settings->masks); });
    }
    add_bench_settings(*command, settings->bench, std::string(experiment.name));
    command->callback([settings, &experiment] { run_experiment(experiment, *settings); });
}

} // namespace

void add_bench_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* bench =
        program.add_subcommand("bench", "Measure against a roof of the same run: the papers' figures, any "
                                        "sweep, compute primitives, scans on the CPU, or k-d trees");
    bench->require_subcommand(1);
    add_sweep_command(*bench);
    for (const bench::Experiment& experiment : bench::experiments())
        add_experiment(*bench, experiment);
    add_primitive_commands(*bench);
    add_cpu_scan_commands(*bench);
    add_kdtree_bench_commands(*bench);
}

} // namespace scanline::cli
