#include "command.h"
#include "options.h"
#include "program.h"
#include "stored_models.h"
#include "terminal.h"

#include "scanline/bench/experiment.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/data/file.h"
#include "scanline/data/user_folders.h"
#include "scanline/systems/commands.h"
#include "scanline/systems/primitive.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

using bench::Axis;
using bench::Experiment;
using bench::Needs;

// Stage timing may cost this much before a report must warn that its times are too long.
constexpr double overhead_limit = 0.02;
constexpr std::string_view no_peer = "none", compute_variant = "compute";

struct BenchSettings {
    bench::Request request;
    std::vector<std::string> peers;
    std::string masks = masks_folder();
    bench::MeasureOptions measuring;
    double max_noise_percent = 0;
    std::string output; ///< a folder; empty: no files
    std::string format = "text";
    int device = -1;
    std::optional<compute::Tier> tier;
};

bool asks_for_none(const std::vector<std::string>& peers) {
    return !peers.empty() && std::ranges::count(peers, no_peer) == std::ssize(peers);
}

// Finds the requested peers, which must exist; by default, those of the experiment that exist. Returns what
// is missing, for the report.
std::string find_peers(const Experiment& experiment, BenchSettings& settings) {
    const std::vector<std::filesystem::path> folders = bench::peer_folders();
    std::string without;
    for (const std::string& name : settings.peers) {
        if (name != no_peer)
            settings.request.peers.push_back(bench::find_peer(name, folders));
    }
    if (settings.peers.empty())
        settings.request.peers = bench::find_usable_peers(
            experiment.peers, folders, [&without](const std::string& line) { without += line + ".\n"; });
    return without;
}

bool is_named(const bench::Request& request, std::string_view variant) {
    const std::vector<std::string>& named = request.names("--variant");
    return std::ranges::find(named, variant) != named.end();
}

// Null if the experiment does not use OpenGL. A requested device must exist; otherwise an experiment that
// does not need OpenGL continues without.
std::unique_ptr<machine::Machine> open_machine(const Experiment& experiment, const BenchSettings& settings) {
    if (experiment.needs == Needs::processor)
        return nullptr;
    const machine::Machine::Options options{.device = settings.device, .tier = settings.tier};
    if (experiment.needs != Needs::compute_or_processor)
        return std::make_unique<machine::Machine>(options);

    const bool named = is_named(settings.request, compute_variant);
    const bool needed = options.device >= 0 || options.tier;
    if (!settings.request.names("--variant").empty() && !named) {
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
        remark(fmt::format("continuing without {}: {}", compute_variant, error.what()));
        return nullptr;
    }
}

std::string overhead_text(const bench::Results& results) {
    const std::optional<double> overhead = results.overhead();
    if (!overhead)
        return {};
    return fmt::format(
        "Overhead of measuring the stages: {:+.1f} % (their sums over the same work timed as a "
        "whole, including gaps; total over all rows), {} the limit of {:.0f} %.\n",
        100 * *overhead, *overhead <= overhead_limit ? "within" : "OVER", 100 * overhead_limit);
}

// How much of a difference between two rows, and so of a claim, may be noise.
std::string noise_text(const bench::Results& results) {
    std::vector<double> noises;
    for (const bench::Row& row : results.rows) {
        if (row.repetitions.size() > 1)
            noises.push_back(row.noise());
    }
    if (noises.empty())
        return {};
    return fmt::format("Noise, the interquartile range over the median: {:.1f} % (median of the rows), "
                       "at most {:.1f} %.\n",
                       100 * bench::median(noises), 100 * bench::quantile(noises, 1));
}

std::string conclusions(const Experiment& experiment, const bench::Results& results) {
    std::string text;
    if (!experiment.source.empty())
        text += fmt::format("\nSource: {}.\n", experiment.source);
    if (experiment.summary)
        text += "\n" + experiment.summary(results);
    const std::vector<bench::Claim> claims =
        experiment.claims ? experiment.claims(results) : std::vector<bench::Claim>();
    return claims.empty() ? text : text + "\n### Claims\n\n" + bench::claims_markdown(claims);
}

std::vector<std::string> report_names(std::string_view experiment) {
    return {fmt::format("{}.csv", experiment), fmt::format("{}.json", experiment),
            fmt::format("{}.md", experiment)};
}

// Writes each file atomically.
void write_files(const std::filesystem::path& folder, const Experiment& experiment,
                 const bench::Results& results, const std::string& text) {
    const auto write = [&folder](const std::string& name, const std::string& content) {
        data::write_file(folder / name, content);
    };
    const std::vector<std::string> names = report_names(experiment.name);
    write(names[0], report_csv(results));
    write(names[1], report_json(results));
    write(names[2], text);
    for (const bench::Figure& figure : experiment.figures(results))
        write(figure.stem + ".svg",
              std::visit([](const auto& chart) { return chart::svg(chart); }, figure.chart));
}

std::string printed(const BenchSettings& settings, const bench::Results& results, const std::string& text) {
    if (settings.format == "csv")
        return report_csv(results);
    return settings.format == "json" ? report_json(results) : text;
}

void require_right(const bench::Results& results) {
    const std::vector<const bench::Row*> wrong = bench::wrong_rows(results);
    if (wrong.empty())
        return;
    const bench::Row& first = *wrong.front();
    throw Error(ErrorKind::mismatch, fmt::format("{} of {} results are wrong: {} of {} by {}: {}",
                                                 wrong.size(), results.rows.size(), results.experiment,
                                                 first.axis("elements"), first.axis("by"), first.skipped));
}

void report(const Experiment& experiment, const BenchSettings& settings, const bench::Results& results,
            const std::string& notes) {
    if (results.rows.empty())
        throw Error("interrupted: nothing had been measured yet");

    const std::string text = report_markdown(results) + "\n" + overhead_text(results) + noise_text(results) +
                             notes + conclusions(experiment, results);
    // Measurements are expensive: if one of the two outputs fails, still produce the other.
    const std::string text_wanted = printed(settings, results, text);
    if (!settings.output.empty()) {
        try {
            write_files(settings.output, experiment, results, text);
        } catch (const Error&) {
            print(text_wanted);
            throw;
        }
    }
    print(text_wanted);
    require_right(results);
    if (!results.complete)
        throw Error("interrupted: the rows above were finished before");
}

void run_experiment(const Experiment& experiment, BenchSettings settings) {
    settings.measuring.max_noise = settings.max_noise_percent / 100;
    const std::string without = find_peers(experiment, settings);
    // Before measuring anything that could not be written.
    if (!settings.output.empty())
        make_output_folder(settings.output);
    catch_interrupts();

    const std::unique_ptr<machine::Machine> machine = open_machine(experiment, settings);
    settings.request.machine = machine.get();
    bench::Context& context = settings.request.context;
    context.lend<systems::MasksFolder>([&settings] { return systems::MasksFolder{settings.masks}; });
    context.lend<systems::AutoCosts>([&machine] { return auto_costs(*machine); });
    context.lend<cpu::ScanModel>(scan_model);
    context.lend<systems::Program>([] { return systems::Program{data::this_program()}; });
    const bench::Plan plan = make_plan(experiment, settings.request);
    const bench::Results results = with_progress([&](const ProgressHook& progress) {
        return measure_on(machine.get(), plan, command_line(), settings.measuring, progress);
    });
    report(experiment, settings, results, without + plan.notes);
}

// An option whose values go into the request as given and are checked there.
CLI::Option* add_axis(Subcommand& command, const Axis& axis, bench::Request& request) {
    std::vector<std::string>& values = request.values[axis.option];
    if (axis.type == Axis::Type::flag)
        return command.add_flag(
            axis.option, [&values](std::int64_t) { values = {"true"}; }, axis.text);
    if (axis.type == Axis::Type::image)
        return command.add_input(axis.option, values, axis.text);
    const auto take = [&values, &axis](const CLI::results_t& given) {
        values = axis.several ? detail::entries_of(axis.option, given) : given;
        axis.check(values);
        return true;
    };
    const auto shown = [&values] { return fmt::format("{}", fmt::join(values, ",")); };
    CLI::Option* option = command.add_option(
        axis.option, take, axis.several ? axis.text + ", separated by commas" : axis.text, false, shown);
    if (axis.several)
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->type_name("LIST");
    else
        option->type_name(axis.type == Axis::Type::name ? "NAME" : "N");
    return values.empty() ? option : option->capture_default_str();
}

void add_axes(Subcommand& command, const Experiment& experiment, BenchSettings& settings) {
    bench::Request& request = settings.request;
    request = default_request(experiment);
    for (const Axis& axis : experiment.axes) {
        const CLI::Option* option = add_axis(command, axis, request);
        if (axis.applies)
            command.require(option, axis.applies_with, [&axis, &settings] {
                settings.request.without_peers = asks_for_none(settings.peers);
                return axis.applies(settings.request);
            });
    }
    for (const Axis& axis : experiment.axes) {
        CLI::Option* option = command.get_option(axis.option);
        if (!axis.needs.empty())
            option->needs(command.get_option(axis.needs));
        if (!axis.excludes.empty())
            option->excludes(command.get_option(axis.excludes));
    }
}

void add_measuring_options(Subcommand& command, BenchSettings& settings, const Experiment& experiment) {
    add_repetitions_option(command, settings.measuring.repetitions,
                           "minimum number of repetitions, after a warm-up");
    add_number(command, "--min-time", settings.measuring.min_seconds, {0, 3600},
               "repeat everything measured for at least this many seconds")
        ->capture_default_str()
        ->type_name("S");
    add_number(command, "--max-noise", settings.max_noise_percent, {0, 100},
               "repeat until the interquartile range is at most this percentage of the median; 0: any")
        ->capture_default_str()
        ->type_name("PERCENT");
    add_number(command, "--timeout", settings.measuring.timeout_seconds, {0.001, 86'400},
               "seconds after which a group measured side by side ends with the repetitions it has")
        ->capture_default_str()
        ->type_name("S");
    command.add_output_folder(
        "-o,--output", settings.output, [&experiment] { return report_names(experiment.name); },
        "folder for the report as .md, .csv, .json and figures as .svg; made if missing");
    add_format_option(command, settings.format, {"text", "csv", "json"});
}

void add_experiment(CLI::App& bench, const Experiment& experiment) {
    const auto [command, settings] = add_subcommand<BenchSettings>(
        bench, std::string(experiment.name),
        experiment.source.empty() ? std::string(experiment.title)
                                  : fmt::format("{} ({})", experiment.title, experiment.source),
        [&experiment](const CLI::App& /*command*/, const BenchSettings& given) {
            run_experiment(experiment, given);
        });
    if (experiment.quick)
        command.add_flag("--quick", settings.request.quick,
                         "fewer and smaller cases, seconds instead of minutes");
    if (experiment.masks)
        add_masks_option(command, settings.masks);
    if (!experiment.peers.empty())
        command.offer(add_list(command, "--peer", settings.peers,
                               fmt::format("libraries to compare with ({}), or none (default: all available)",
                                           fmt::join(experiment.peers, ", "))),
                      list_of_names(experiment.peers));
    add_axes(command, experiment, settings);
    if (experiment.needs == Needs::compute || experiment.needs == Needs::compute_or_processor)
        add_tier_option(command, settings.tier);
    add_measuring_options(command, settings, experiment);
    if (experiment.needs != Needs::processor)
        add_device_option(command, settings.device);
}

} // namespace

void add_bench_command(CLI::App& program, ExitCode& /*exit_code*/, systems::Systems systems) {
    CLI::App* bench = program.add_subcommand(
        "bench", "Measure against a roof of the same run: the papers' figures, any "
                 "sweep, compute primitives, scans on the CPU, k-d trees, or skylines");
    bench->require_subcommand(1);
    for (const Experiment* experiment : systems::experiments_of(systems))
        add_experiment(*bench, *experiment);
}

} // namespace scanline::cli
