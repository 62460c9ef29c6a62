#include "bench_primitive.h"

#include "bench_run.h"
#include "command.h"

#include "scanline/bench/primitive.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 30;
constexpr const char* no_peer = "none";
constexpr std::array<const char*, 2> usual_peers{"cub", "cpu"};

struct PrimitiveSettings {
    BenchSettings bench;
    std::vector<std::string> sizes, variants{"auto"}, peers;
    std::optional<std::string> tier;
    bool quick = false;
};

// "1048576" or "2^20"; 0 where it is neither, or out of range.
std::int64_t elements_of(const std::string& text) {
    const auto number_of = [](std::string_view digits) {
        std::int64_t number = 0;
        const char* end = digits.data() + digits.size();
        const auto [rest, error] = std::from_chars(digits.data(), end, number);
        return error == std::errc{} && rest == end ? number : -1;
    };
    if (text.starts_with("2^")) {
        const std::int64_t exponent = number_of(std::string_view(text).substr(2));
        return exponent >= 0 && exponent <= 30 ? std::int64_t{1} << exponent : 0;
    }
    const std::int64_t number = number_of(text);
    return number <= most_elements ? std::max<std::int64_t>(number, 0) : 0;
}

std::string is_size(const std::string& text) {
    return elements_of(text) > 0
               ? std::string()
               : fmt::format("'{}' is no number of elements from 1 to 2^30, as 1048576 or 2^20", text);
}

// Those that were asked for must be there; of the usual ones those that are.
std::vector<bench::Peer> find_peers(const std::vector<std::string>& asked) {
    const std::vector<std::filesystem::path> folders = bench::peer_folders();
    std::vector<bench::Peer> peers;
    for (const std::string& name : asked) {
        if (name != no_peer)
            peers.push_back(bench::find_peer(name, folders));
    }
    if (!asked.empty())
        return peers;
    for (const char* name : usual_peers) {
        try {
            peers.push_back(bench::find_peer(name, folders));
        } catch (const Error& error) {
            fmt::print(stderr, "scanline: goes on without {}: {}\n", name, error.what());
        }
    }
    return peers;
}

bench::PrimitiveSelection selection_of(const bench::Primitive& primitive, const PrimitiveSettings& settings) {
    bench::PrimitiveSelection selection;
    selection.sizes = settings.quick ? primitive.quick_sizes : primitive.sizes;
    if (!settings.sizes.empty()) {
        selection.sizes.resize(settings.sizes.size());
        std::ranges::transform(settings.sizes, selection.sizes.begin(), elements_of);
    }
    selection.variants = select_variants(primitive, settings.variants);
    selection.peers = find_peers(settings.peers);
    return selection;
}

std::string conclusions(const bench::Primitive& primitive, const bench::Results& results) {
    std::string text = "\nBeside the peers, whose times are by the clocks of their devices:\n\n" +
                       bench::primitive_summary(results);
    const std::vector<bench::Claim> claims = primitive_claims(primitive, results);
    return claims.empty() ? text : text + "\n### Claims\n\n" + bench::claims_markdown(claims);
}

void require_right(const bench::Results& results) {
    const std::vector<const bench::Row*> wrong = bench::wrong_rows(results);
    if (wrong.empty())
        return;
    const bench::Row& first = *wrong.front();
    throw Error(ErrorKind::mismatch,
                fmt::format("{} of {} results are wrong: {} of {} by {}, variant {}: {}", wrong.size(),
                            results.rows.size(), results.experiment, first.axis("elements"), first.axis("by"),
                            first.axis("variant"), first.skipped));
}

void run_primitive(const bench::Primitive& primitive, const PrimitiveSettings& settings) {
    const bench::PrimitiveSelection selection = selection_of(primitive, settings);
    const std::optional<compute::Tier> tier = parse_tier(settings.tier);
    std::string with;
    const auto make_plan = [&](Session& session) -> BenchPlan {
        compute::Engine& engine = session.make_compute_engine(tier);
        with = fmt::format("Tier {}, {} lanes; groups {} wait for each other.\n", to_string(engine.tier()),
                           engine.lanes(), engine.chained_allowed() ? "may" : "do not");
        return {make_primitive_plan(primitive, engine, selection), engine, false};
    };
    run_bench(settings.bench, make_plan,
              {bench::primitive_figures,
               [&](const bench::Results& results) { return with + conclusions(primitive, results); },
               require_right});
}

void add_primitive(CLI::App& bench, const bench::Primitive& primitive) {
    auto settings = std::make_shared<PrimitiveSettings>();
    CLI::App* command =
        bench.add_subcommand(std::string(primitive.name),
                             fmt::format("{}: compute shaders beside other libraries", primitive.title));
    const auto add_list = [command](const char* name, std::vector<std::string>& values,
                                    const std::string& text) {
        return command->add_option(name, values, text)->delimiter(',')->check(not_empty)->type_name("LIST");
    };
    add_list("--peer", settings->peers,
             "libraries to compare with, separated by commas: cub, cpu, tbb, or none; default: cub and cpu "
             "as far as they are here");
    add_list("--sizes", settings->sizes, "numbers of elements, separated by commas, as 1048576 or 2^20")
        ->check(is_size);
    std::string variants = "ways to do it, separated by commas: ";
    for (const bench::PrimitiveVariant& variant : primitive.variants)
        variants += variant.name + ", ";
    add_list("--variant", settings->variants, variants + "or all")->capture_default_str();
    add_tier_option(*command, settings->tier);
    command->add_flag("--quick", settings->quick, "fewer and smaller sizes");
    add_bench_settings(*command, settings->bench);
    command->callback([settings, &primitive] { run_primitive(primitive, *settings); });
}

} // namespace

void add_primitive_commands(CLI::App& bench) {
    for (const bench::Primitive& primitive : bench::primitives())
        add_primitive(bench, primitive);
}

} // namespace scanline::cli
