#include "bench_run.h"

#include "bench_files.h"
#include "command.h"
#include "options.h"
#include "program.h"
#include "subcommand.h"
#include "terminal.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/primitive.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::cli {

namespace {

// What announcing and timing the stages may cost before a report has to say that its times are too long.
constexpr double overhead_limit = 0.02;

std::string overhead_text(const bench::Results& results) {
    const std::optional<double> overhead = results.overhead();
    if (!overhead)
        return {};
    return fmt::format(
        "Overhead of measuring the stages: {:+.1f} % (their sums over the same work timed as a "
        "whole, with its gaps; all rows added up), {} the limit of {:.0f} %.\n",
        100 * *overhead, *overhead <= overhead_limit ? "within" : "OVER", 100 * overhead_limit);
}

// What of a difference between two rows, and so of a claim, may be noise.
std::string noise_text(const bench::Results& results) {
    std::vector<double> noises;
    for (const bench::Row& row : results.rows) {
        if (row.repetitions.size() > 1)
            noises.push_back(row.noise());
    }
    if (noises.empty())
        return {};
    return fmt::format(
        "Noise, the distance of the quartiles in parts of the median: {:.1f} % (median of the rows), "
        "at most {:.1f} %.\n",
        100 * bench::median(noises), 100 * bench::quantile(noises, 1));
}

bench::MeasureOptions measuring_of(const BenchSettings& settings, bool by_stages) {
    bench::MeasureOptions measuring = settings.measuring;
    measuring.max_noise = settings.max_noise_percent / 100;
    measuring.overhead_repetitions = by_stages ? measuring.repetitions : 0;
    return measuring;
}

std::string printed(const BenchSettings& settings, const bench::Results& results, const std::string& text) {
    if (settings.format == "csv")
        return report_csv(results);
    return settings.format == "json" ? report_json(results) : text;
}

// Before anything is measured that could not be written.
void get_ready(const BenchSettings& settings) {
    if (!settings.output.empty())
        make_output_folder(settings.output);
    catch_interrupts();
}

void report(const BenchSettings& settings, const bench::Results& results, const Evaluation& evaluation) {
    if (results.rows.empty())
        throw Error("interrupted: nothing had been measured yet");

    const std::string text = report_markdown(results) + "\n" + overhead_text(results) + noise_text(results) +
                             evaluation.text(results);
    // Measurements are dear: where one of the two ways out fails, the other one still is taken.
    const std::string text_wanted = printed(settings, results, text);
    if (!settings.output.empty()) {
        try {
            write_bench_files(settings.output, results, evaluation.figures(results), text);
        } catch (const Error&) {
            print(text_wanted);
            throw;
        }
    }
    print(text_wanted);
    if (evaluation.check)
        evaluation.check(results);
    if (!results.complete)
        throw Error("interrupted: the rows above were finished before");
}

void measure_and_report(const BenchSettings& settings, const BenchPlan& plan, gl::TimerKind timer,
                        const gl::Capabilities& capabilities, const Evaluation& evaluation) {
    bench::Results results = with_progress([&](const bench::MeasureProgress& progress) {
        return bench::measure(plan.engine, timer, plan.plan, measuring_of(settings, plan.by_stages),
                              progress);
    });
    results.environment = bench::make_environment(capabilities, timer, command_line());
    report(settings, results, evaluation);
}

} // namespace

void add_measuring_settings(Subcommand& command, BenchSettings& settings, const std::string& experiment) {
    add_repetitions_option(command, settings.measuring.repetitions,
                           "at least so many repetitions, after a warm-up");
    add_number(command, "--min-time", settings.measuring.min_seconds, {0, 3600},
               "and as many as take so many seconds, of everything measured")
        ->capture_default_str()
        ->type_name("S");
    add_number(command, "--max-noise", settings.max_noise_percent, {0, 100},
               "and as many as bring the quartiles so close together, in percent of the median; 0: any")
        ->capture_default_str()
        ->type_name("PERCENT");
    add_number(command, "--timeout", settings.measuring.timeout_seconds, {0.001, 86'400},
               "seconds after which what is measured side by side ends with what it has")
        ->capture_default_str()
        ->type_name("S");
    command.add_output_folder(
        "-o,--output", settings.output, [experiment] { return report_names(experiment); },
        "folder for the report as .md, .csv, .json and figures as .svg, made where it is missing");
    add_format_option(command, settings.format, {"text", "csv", "json"});
}

void add_bench_settings(Subcommand& command, BenchSettings& settings, const std::string& experiment) {
    add_measuring_settings(command, settings, experiment);
    add_device_option(command, settings.device);
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

void run_bench(const BenchSettings& settings, const std::function<BenchPlan(machine::Machine&)>& make_plan,
               const Evaluation& evaluation) {
    get_ready(settings);
    machine::Machine machine({.device = settings.device, .tier = settings.tier});
    measure_and_report(settings, make_plan(machine), machine.timer(), machine.capabilities(), evaluation);
}

void run_cpu_bench(const BenchSettings& settings, const std::function<bench::Plan()>& make_plan,
                   const Evaluation& evaluation) {
    get_ready(settings);
    const bench::Plan plan = make_plan();
    bench::Results results = with_progress([&](const bench::MeasureProgress& progress) {
        return bench::measure(plan, measuring_of(settings, false), progress);
    });
    results.environment = bench::make_environment(command_line());
    report(settings, results, evaluation);
}

void run_mixed_bench(const BenchSettings& settings, machine::Machine* machine,
                     const std::function<bench::Plan()>& make_plan, const Evaluation& evaluation) {
    if (machine == nullptr)
        return run_cpu_bench(settings, make_plan, evaluation);
    get_ready(settings);
    measure_and_report(settings, {make_plan(), machine->compute()}, machine->timer(), machine->capabilities(),
                       evaluation);
}

} // namespace scanline::cli
