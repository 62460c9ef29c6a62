#include "bench_cpu_scan.h"

#include "bench_lists.h"
#include "bench_run.h"
#include "command.h"
#include "stored_models.h"

#include "scanline/bench/cpu_scan.h"
#include "scanline/core/error.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

struct CpuScanBenchSettings {
    BenchSettings bench;
    std::vector<std::int64_t> sizes;
    std::vector<std::string> peers;
    std::vector<int> threads;
    bool quick = false;
};

std::string conclusions(const bench::CpuScanExperiment& experiment, const bench::Results& results) {
    return fmt::format(
        "\nSource: {}.\n\nSpeed in parts of others of the same rounds:\n\n{}\n### Claims\n\n{}",
        experiment.source, bench::cpu_scan_summary(results),
        bench::claims_markdown(experiment.claims(results)));
}

void run_experiment(const bench::CpuScanExperiment& experiment, const CpuScanBenchSettings& settings) {
    bench::CpuScanOptions options{
        .quick = settings.quick, .sizes = settings.sizes, .threads = settings.threads};
    const FoundPeers found = find_peers(settings.peers, experiment.peers);
    options.peers = found.peers;
    run_cpu_bench(
        settings.bench,
        [&] {
            if (experiment.automatic)
                options.model = stored_scan_model();
            return make_plan(experiment, options);
        },
        {experiment.figures,
         [&](const bench::Results& results) { return found.without + conclusions(experiment, results); },
         require_right});
}

void add_experiment(CLI::App& bench, const bench::CpuScanExperiment& experiment) {
    auto settings = std::make_shared<CpuScanBenchSettings>();
    Subcommand* command =
        add_subcommand(bench, std::string(experiment.name),
                       fmt::format("{}, float32 ({})", experiment.title, experiment.source));
    command->add_flag("--quick", settings->quick, "smaller arrays and fewer points");
    add_sizes_option(*command, settings->sizes);
    if (experiment.several_threads)
        add_threads_option(*command, settings->threads,
                           "all processors, and 1, 2, 4 ... where the figure is over them");
    if (!experiment.peers.empty())
        add_peers_option(*command, settings->peers, experiment.peers);
    add_measuring_settings(*command, settings->bench, std::string(experiment.name));
    command->callback([settings, &experiment] { run_experiment(experiment, *settings); });
}

} // namespace

void add_cpu_scan_commands(CLI::App& bench) {
    for (const bench::CpuScanExperiment& experiment : bench::cpu_scan_experiments())
        add_experiment(bench, experiment);
}

} // namespace scanline::cli
