#include "bench_kdtree.h"

#include "bench_lists.h"
#include "bench_run.h"
#include "command.h"

#include "scanline/bench/kdtree.h"
#include "scanline/catalog/compaction.h"
#include "scanline/kdtree/knn.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace scanline::cli {

namespace {

struct KdtreeBenchSettings {
    BenchSettings bench;
    std::vector<std::string> sizes, points, peers;
    std::vector<int> dimensions, threads, neighbors;
    std::string type{to_string(bench::CoordinateType::float32)};
    std::int64_t queries = 0;
    bool quick = false;
};

template <class List>
std::vector<std::string_view> names_of(const List& all) {
    std::vector<std::string_view> names(all.size());
    std::ranges::transform(all, names.begin(), [](const auto& one) { return to_string(one); });
    return names;
}

bench::KdtreeOptions options_of(const KdtreeBenchSettings& settings) {
    bench::KdtreeOptions options{
        .quick = settings.quick, .sizes = element_counts(settings.sizes), .dimensions = settings.dimensions};
    for (const std::string& name : settings.points)
        options.distributions.push_back(catalog::parse("--points", name, bench::all_point_distributions));
    options.type = catalog::parse("--type", settings.type, bench::all_coordinate_types);
    options.threads = settings.threads;
    options.neighbors = settings.neighbors;
    options.queries = settings.queries;
    options.peers = find_peers(settings.peers, bench::kdtree_peers);
    return options;
}

std::string conclusions(const bench::KdtreeExperiment& experiment, const bench::Results& results) {
    return fmt::format("\nSource: {}.\n\n{}\n### Claims\n\n{}", experiment.source,
                       experiment.summary(results), bench::claims_markdown(experiment.claims(results)));
}

void run_experiment(const bench::KdtreeExperiment& experiment, const KdtreeBenchSettings& settings) {
    const bench::KdtreeOptions options = options_of(settings);
    run_cpu_bench(settings.bench, [&] { return make_plan(experiment, options); },
                  {experiment.figures,
                   [&](const bench::Results& results) { return conclusions(experiment, results); },
                   require_right});
}

CLI::Option* add_numbers(CLI::App& command, const char* name, std::vector<int>& numbers, int most,
                         const std::string& text) {
    return command.add_option(name, numbers, text)
        ->delimiter(',')
        ->check(CLI::Range(1, most))
        ->type_name("LIST");
}

// What is asked, and of which trees. Of the lists of trees the first ones are where it stands.
void add_settings(CLI::App& command, KdtreeBenchSettings& settings) {
    add_sizes_option(command, settings.sizes);
    add_numbers(command, "--dimensions", settings.dimensions, kdtree::max_dimensions,
                "numbers of coordinates, separated by commas, 1 to 32");
    add_list_option(
        command, "--points", settings.points,
        fmt::format("how points lie, separated by commas: {}; of these three lists the first ones "
                    "together, then the others one at a time",
                    fmt::join(names_of(bench::all_point_distributions), ", ")));
    command
        .add_option("--type", settings.type,
                    fmt::format("of coordinates: {}", fmt::join(names_of(bench::all_coordinate_types), ", ")))
        ->capture_default_str()
        ->type_name("TYPE");
    command.add_option("--queries", settings.queries, "that are asked at once; default: 100000, quick 2000")
        ->check(number_between(1, 1 << 30))
        ->type_name("N");
    add_numbers(command, "--k", settings.neighbors, kdtree::max_neighbors,
                "numbers of neighbors, separated by commas, 1 to 64; default: 1,10");
}

void add_experiment(CLI::App& bench, const bench::KdtreeExperiment& experiment) {
    auto settings = std::make_shared<KdtreeBenchSettings>();
    CLI::App* command = bench.add_subcommand(std::string(experiment.name),
                                             fmt::format("{} ({})", experiment.title, experiment.source));
    command->add_flag("--quick", settings->quick, "fewer and smaller trees");
    if (experiment.asks)
        add_settings(*command, *settings);
    add_threads_option(*command, settings->threads, "1, and as many as processors");
    add_peers_option(*command, settings->peers, bench::kdtree_peers);
    add_measuring_settings(*command, settings->bench);
    command->callback([settings, &experiment] { run_experiment(experiment, *settings); });
}

} // namespace

void add_kdtree_bench_commands(CLI::App& bench) {
    for (const bench::KdtreeExperiment& experiment : bench::kdtree_experiments())
        add_experiment(bench, experiment);
}

} // namespace scanline::cli
