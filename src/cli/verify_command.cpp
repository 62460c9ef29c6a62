#include "command.h"
#include "options.h"
#include "terminal.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/machine/machine.h"
#include "scanline/systems/verify.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cli {

namespace {

struct VerifyOptions {
    std::optional<double> seconds;
    std::uint64_t seed = 1;
    std::uint64_t cases = 0;
    std::vector<std::string> systems, only;
    int device = -1;
    bool metamorphic = false;
};

std::string list_option(const char* option, const std::vector<std::string>& values) {
    return values.empty() ? std::string() : fmt::format(" {} {}", option, fmt::join(values, ","));
}

std::string reproduction(std::uint64_t seed, const VerifyOptions& options) {
    return fmt::format("scanline verify --seed {} --cases 1{}{}{}{}", seed,
                       options.metamorphic ? " --metamorphic" : "", list_option("--system", options.systems),
                       list_option("--only", options.only),
                       options.device < 0 ? "" : fmt::format(" --gl-device {}", options.device));
}

void print_failures(std::string_view heading, const std::vector<systems::VerifyFailure>& failures,
                    std::uint64_t all, const VerifyOptions& options) {
    for (const systems::VerifyFailure& failure : failures)
        print(
            fmt::format("{} {}\n  again: {}\n", heading, failure.what, reproduction(failure.seed, options)));
    if (all > failures.size())
        print(fmt::format("... and {} more failures\n", all - failures.size()));
}

std::string rewrites_text(const systems::VerifyReport& report) {
    std::vector<std::string> counts;
    for (const auto& [kind, count] : report.rewrites)
        counts.push_back(fmt::format("{} {}", count, kind));
    return fmt::format("Shaders rewritten: {}\n", fmt::join(counts, ", "));
}

std::string not_tried_text(const systems::VerifyReport& report) {
    std::vector<std::string> names;
    for (const systems::VerifyRuns& run : report.runs) {
        if (run.cases == 0)
            names.push_back(fmt::format("{} {}", run.system, run.name));
    }
    return names.empty()
               ? std::string()
               : fmt::format("Not tried: {}. Without --cases, --seconds {} and more try every entry "
                             "that this machine can run.\n",
                             fmt::join(names, ", "), systems::seconds_for_every_entry);
}

// A line for each system.
std::string runs_text(const systems::VerifyReport& report) {
    std::string text;
    std::string_view system;
    for (const systems::VerifyRuns& run : report.runs) {
        text += run.system == system ? ", " : fmt::format("{}{}: ", text.empty() ? "" : "\n", run.system);
        text += fmt::format("{} {}", run.name, run.cases);
        system = run.system;
    }
    return text;
}

void verify(const VerifyOptions& options, systems::Systems systems, ExitCode& exit_code) {
    catch_interrupts();
    machine::Machine machine({.device = options.device, .debug = true});
    // A given number of cases runs however long it takes.
    const double seconds = options.seconds.value_or(options.cases > 0 ? 1e9 : 10.0);
    systems::VerifyOptions checks;
    checks.seed = options.seed;
    checks.cases = options.cases;
    checks.seconds = seconds;
    checks.systems = options.systems;
    checks.only = options.only;
    if (options.metamorphic)
        checks.rewrite = systems::rewrite_alike;
    systems::VerifyReport report;
    {
        Progress progress;
        const auto begin = std::chrono::steady_clock::now();
        checks.progress = [&](std::uint64_t done, std::uint64_t failed) {
            const double elapsed =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const double part =
                options.cases > 0 ? static_cast<double>(done) / static_cast<double>(options.cases) : 0.0;
            progress.show(std::min(1.0, std::max(part, elapsed / seconds)),
                          fmt::format("{} cases, {} failed", done, failed));
            return !interrupted();
        };
        report = systems::verify(systems, machine, checks);
    }
    if (report.on_opengl)
        print(fmt::format("{}, OpenGL {}\n", machine.capabilities().renderer,
                          machine.capabilities().version_text));
    if (report.without_compute)
        print("Compute primitives and k-d trees were not checked: they need OpenGL 4.3.\n");
    if (options.metamorphic)
        print(rewrites_text(report));
    print(runs_text(report) + "\n" + not_tried_text(report));
    if (report.overtime)
        print(fmt::format("Continued after {} seconds until every entry had its turn.\n", seconds));
    print_failures("FAILED", report.failures, report.failed, options);
    print_failures("DEFECT of scanline, not of the driver:", report.refusals, report.refused, options);
    print(fmt::format("{} passed, {} failed{}\n", report.passed, report.failed,
                      report.refused > 0 ? fmt::format(", {} refused", report.refused) : ""));
    if (report.failed > 0)
        exit_code = static_cast<ExitCode>(ErrorKind::mismatch);
    else if (report.refused > 0)
        exit_code = static_cast<ExitCode>(ErrorKind::failure);
    else if (interrupted())
        throw Error("interrupted: only the cases above were run");
}

} // namespace

void add_verify_command(CLI::App& program, ExitCode& exit_code, systems::Systems systems) {
    const auto [command, options] = add_subcommand<VerifyOptions>(
        program, "verify",
        "Verify this machine and its OpenGL driver: random cases of every system against "
        "reference implementations; exit code 4 if one differs",
        [systems, &exit_code](const CLI::App& /*command*/, const VerifyOptions& given) {
            verify(given, systems, exit_code);
        });
    add_number(
        command, "--seconds", options.seconds, {1e-6, 1e6},
        fmt::format("time limit in seconds, once every check has had its turns, and from {} on once every "
                    "entry was tried; default: 10, or none with --cases",
                    systems::seconds_for_every_entry))
        ->type_name("S");
    add_number(command, "--seed", options.seed, {0, std::numeric_limits<std::uint64_t>::max()},
               "seed of the first case; each further case adds 1")
        ->capture_default_str();
    add_number(command, "--cases", options.cases, {1, 1'000'000'000'000'000}, "stop after this many cases");
    std::vector<std::string_view> checks;
    for (const systems::System& system : systems) {
        for (const systems::Check& check : system.checks)
            checks.push_back(check.name);
    }
    command.offer(add_list(command, "--system", options.systems,
                           fmt::format("the systems to verify ({}); default: all", names_of(systems))),
                  list_of_names(systems));
    command.offer(add_list(command, "--only", options.only,
                           fmt::format("the checks to run ({}); default: all", fmt::join(checks, ", "))),
                  list_of_names(checks));
    command.add_flag("--metamorphic", options.metamorphic,
                     "rewrite every shader so that it means the same, to find what compilers do wrong");
    add_device_option(command, options.device);
}

} // namespace scanline::cli
