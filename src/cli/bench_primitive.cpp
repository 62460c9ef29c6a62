#include "bench_primitive.h"

#include "bench_lists.h"
#include "bench_run.h"
#include "command.h"
#include "options.h"

#include "scanline/bench/primitive.h"
#include "scanline/core/error.h"

#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

constexpr std::array<std::string_view, 2> usual_peers{"cub", "cpu"};

struct PrimitiveSettings {
    BenchSettings bench;
    std::vector<std::int64_t> sizes;
    std::vector<std::string> variants{"auto"}, peers;
    std::optional<std::string> tier;
    bool quick = false;
};

bench::PrimitiveSelection selection_of(const bench::Primitive& primitive, const PrimitiveSettings& settings,
                                       const FoundPeers& found) {
    bench::PrimitiveSelection selection;
    selection.sizes = settings.quick ? primitive.quick_sizes : primitive.sizes;
    if (!settings.sizes.empty())
        selection.sizes = settings.sizes;
    selection.variants = select_variants(primitive, settings.variants);
    selection.peers = found.peers;
    return selection;
}

std::string conclusions(const bench::Primitive& primitive, const bench::Results& results) {
    std::string text = "\nBeside the peers, whose times are by the clocks of their devices:\n\n" +
                       bench::primitive_summary(results);
    const std::vector<bench::Claim> claims = primitive_claims(primitive, results);
    return claims.empty() ? text : text + "\n### Claims\n\n" + bench::claims_markdown(claims);
}

void run_primitive(const bench::Primitive& primitive, const PrimitiveSettings& settings) {
    const FoundPeers found = find_peers(settings.peers, usual_peers);
    const bench::PrimitiveSelection selection = selection_of(primitive, settings, found);
    BenchSettings measured = settings.bench;
    measured.tier = parse_tier(settings.tier);
    std::string with;
    const auto make_plan = [&](machine::Machine& machine) -> BenchPlan {
        compute::Engine& engine = machine.compute();
        with = fmt::format("Tier {}, {} lanes; groups {} wait for each other.\n", to_string(engine.tier()),
                           engine.lanes(), engine.chained_allowed() ? "may" : "do not");
        return {make_primitive_plan(primitive, engine, selection), engine, false};
    };
    run_bench(measured, make_plan,
              {bench::primitive_figures,
               [&](const bench::Results& results) {
                   return found.without + with + conclusions(primitive, results);
               },
               require_right});
}

void add_primitive(CLI::App& bench, const bench::Primitive& primitive) {
    auto settings = std::make_shared<PrimitiveSettings>();
    Subcommand* command =
        add_subcommand(bench, std::string(primitive.name),
                       fmt::format("{}: compute shaders beside other libraries", primitive.title));
    add_list(*command, "--peer", settings->peers,
             "libraries to compare with (cub, cpu, tbb), or none (default: cub and cpu as far as they are "
             "here)");
    CLI::Option* sizes_option = add_sizes_option(*command, settings->sizes);
    std::string variants = "ways to do it (";
    for (const bench::PrimitiveVariant& variant : primitive.variants)
        variants += variant.name + ", ";
    add_list(*command, "--variant", settings->variants, variants + "or all)")->capture_default_str();
    add_tier_option(*command, settings->tier);
    command->add_flag("--quick", settings->quick, "fewer and smaller sizes")->excludes(sizes_option);
    add_bench_settings(*command, settings->bench, std::string(primitive.name));
    command->callback([settings, &primitive] { run_primitive(primitive, *settings); });
}

} // namespace

void add_primitive_commands(CLI::App& bench) {
    for (const bench::Primitive& primitive : bench::primitives())
        add_primitive(bench, primitive);
}

} // namespace scanline::cli
