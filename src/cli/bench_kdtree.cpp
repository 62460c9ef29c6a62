#include "bench_kdtree.h"

#include "backend.h"
#include "bench_lists.h"
#include "bench_run.h"
#include "command.h"
#include "options.h"

#include "scanline/bench/kdtree.h"
#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"
#include "scanline/kdtree/knn.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

struct KdtreeBenchSettings {
    BenchSettings bench;
    std::vector<std::int64_t> sizes;
    std::vector<std::string> points, variants, peers;
    std::optional<std::string> tier;
    std::vector<int> dimensions, threads, neighbors;
    std::string type{bench::type_name(points::CoordinateType::float32)};
    std::int64_t queries = 0;
    bool quick = false;
};

// What Scanline itself does it with.
constexpr std::array all_variants{Backend::cpu, Backend::compute};

points::CoordinateType parse_type(std::string_view name) {
    const auto* const found = std::ranges::find(bench::measured_types, name, bench::type_name);
    if (found == bench::measured_types.end())
        throw usage_error(fmt::format("--type {} is none of {}", printable(name),
                                      names_of(bench::measured_types, bench::type_name)));
    return *found;
}

bench::KdtreeOptions options_of(const KdtreeBenchSettings& settings) {
    bench::KdtreeOptions options{
        .quick = settings.quick, .sizes = settings.sizes, .dimensions = settings.dimensions};
    for (const std::string& name : settings.points)
        options.distributions.push_back(catalog::parse("--points", name, points::all_point_distributions));
    options.type = parse_type(settings.type);
    options.threads = settings.threads;
    options.neighbors = settings.neighbors;
    options.queries = settings.queries;
    return options;
}

std::vector<Backend> variants_of(const KdtreeBenchSettings& settings) {
    std::vector<Backend> variants;
    for (const std::string& name : settings.variants)
        variants.push_back(catalog::parse("--variant", name, all_variants));
    return variants;
}

// What was asked for must be there; where nothing was, it goes on without.
std::unique_ptr<machine::Machine> open_compute(const KdtreeBenchSettings& settings,
                                               const std::vector<Backend>& variants) {
    const bool named = std::ranges::count(variants, Backend::compute) > 0;
    const machine::Machine::Options options{.device = settings.bench.device,
                                            .tier = parse_tier(settings.tier)};
    const bool needed = options.device >= 0 || options.tier;
    if (!variants.empty() && !named) {
        if (needed)
            throw usage_error("--tier and --gl-device are for the variant compute: add it to --variant");
        return nullptr;
    }
    try {
        auto machine = std::make_unique<machine::Machine>(options);
        machine->compute();
        return machine;
    } catch (const Error& error) {
        if (named || needed || error.kind() != ErrorKind::no_opengl)
            throw;
        print_message(fmt::format("goes on without {}: {}", to_string(Backend::compute), error.what()));
        return nullptr;
    }
}

std::string describe(compute::Engine& engine) {
    return fmt::format("On OpenGL with tier {}, {} lanes.\n", to_string(engine.tier()), engine.lanes());
}

std::string conclusions(const bench::KdtreeExperiment& experiment, const bench::Results& results) {
    return fmt::format("\nSource: {}.\n\n{}\n### Claims\n\n{}", experiment.source,
                       experiment.summary(results), bench::claims_markdown(experiment.claims(results)));
}

void run_experiment(const bench::KdtreeExperiment& experiment, const KdtreeBenchSettings& settings) {
    bench::KdtreeOptions options = options_of(settings);
    const std::vector<Backend> variants = variants_of(settings);
    options.cpu = variants.empty() || std::ranges::count(variants, Backend::cpu) > 0;
    options.large_on_software = !variants.empty();
    const FoundPeers found = find_peers(settings.peers, bench::kdtree_peers);
    options.peers = found.peers;
    const std::unique_ptr<machine::Machine> machine = open_compute(settings, variants);
    std::string with = found.without;
    if (machine) {
        options.engine = &machine->compute();
        with += describe(machine->compute());
    }
    run_mixed_bench(settings.bench, machine.get(), [&] { return make_plan(experiment, options); },
                    {experiment.figures,
                     [&](const bench::Results& results) { return with + conclusions(experiment, results); },
                     require_right});
}

// What is asked, and of which trees. Of the lists of trees the first ones are where it stands.
void add_settings(CLI::App& command, KdtreeBenchSettings& settings) {
    add_sizes_option(command, settings.sizes);
    add_numbers(command, "--dimensions", settings.dimensions, {1, points::max_dimensions},
                "numbers of coordinates, 1 to 32");
    add_list(command, "--points", settings.points,
             fmt::format("how points lie ({}); of these three lists the first ones together, then the others "
                         "one at a time",
                         names_of(points::all_point_distributions)));
    command
        .add_option("--type", settings.type,
                    fmt::format("of coordinates: {}", names_of(bench::measured_types, bench::type_name)))
        ->capture_default_str()
        ->type_name("TYPE");
    add_number(command, "--queries", settings.queries, {1, 1 << 30},
               "that are asked at once; default: 100000, quick 2000");
    add_numbers(command, "--k", settings.neighbors, {1, kdtree::max_neighbors},
                "numbers of neighbors, 1 to 64; default: 1,10");
}

void add_experiment(CLI::App& bench, const bench::KdtreeExperiment& experiment) {
    auto settings = std::make_shared<KdtreeBenchSettings>();
    Subcommand* command = add_subcommand(bench, std::string(experiment.name),
                                         fmt::format("{} ({})", experiment.title, experiment.source));
    command->add_flag("--quick", settings->quick, "fewer and smaller trees");
    if (experiment.asks)
        add_settings(*command, *settings);
    const CLI::Option* threads =
        add_threads_option(*command, settings->threads, "1, and as many as processors");
    add_list(*command, "--variant", settings->variants,
             "ways to do it, cpu or compute; default: cpu, and compute where there is OpenGL 4.3, of trees "
             "that a software renderer does in seconds");
    add_peers_option(*command, settings->peers, bench::kdtree_peers);
    add_tier_option(*command, settings->tier);
    add_bench_settings(*command, settings->bench, std::string(experiment.name));
    command->require(threads, "--variant cpu or a --peer", [settings] {
        const std::vector<Backend> variants = variants_of(*settings);
        return variants.empty() || std::ranges::count(variants, Backend::cpu) > 0 ||
               !asks_for_none(settings->peers);
    });
    command->callback([settings, &experiment] { run_experiment(experiment, *settings); });
}

} // namespace

void add_kdtree_bench_commands(CLI::App& bench) {
    for (const bench::KdtreeExperiment& experiment : bench::kdtree_experiments())
        add_experiment(bench, experiment);
}

} // namespace scanline::cli
