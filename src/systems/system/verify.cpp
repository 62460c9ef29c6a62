#include "scanline/systems/verify.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/systems/random_case.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace scanline::systems {

namespace {

// Thirty years; the clock's own range is not much larger.
constexpr double max_seconds = 1e9;
constexpr std::size_t max_kept_failures = 10;

struct Turn {
    const System* system;
    const Check* check;
    std::uint64_t number; ///< of the check's turns in a round
};

bool wanted(const std::vector<std::string>& names, std::string_view name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
}

// Also records in the report what the check runs on.
bool possible(const Check& check, machine::Machine& machine, VerifyReport& report) {
    if (check.needs == Needs::processor)
        return true;
    report.on_opengl = report.on_opengl || machine.has_opengl();
    if (check.needs == Needs::raster) {
        machine.raster();
        return true;
    }
    // A driver with compute shaders that fail the engine's self-tests is an error.
    if (machine.has_opengl() && machine.capabilities().compute_shader)
        machine.compute();
    const bool compute = machine.has_compute();
    report.without_compute = report.without_compute || !compute;
    return compute || check.needs == Needs::compute_or_processor;
}

void check_names(std::string_view option, const std::vector<std::string>& names,
                 const std::vector<std::string_view>& known) {
    for (const std::string& name : names)
        parse_choice(option, name, known);
}

// One round of turns. Checks that take more turns come first: their programs compile fast, and a short run
// tries many of their variants.
std::vector<Turn> round_of(Systems systems, machine::Machine& machine, const VerifyOptions& options,
                           VerifyReport& report) {
    std::vector<Turn> all;
    std::vector<std::string_view> system_names, check_names_;
    int most = 0;
    for (const System& system : systems) {
        system_names.push_back(system.name);
        for (const Check& check : system.checks) {
            check_names_.push_back(check.name);
            if (wanted(options.systems, system.name) && wanted(options.only, check.name) &&
                possible(check, machine, report)) {
                all.push_back({&system, &check, 0});
                most = std::max(most, check.turns);
            }
        }
    }
    check_names("--system", options.systems, system_names);
    check_names("--only", options.only, check_names_);
    if (all.empty())
        throw usage_error(
            "there is nothing to verify: the requested checks need OpenGL 4.3, or belong to another "
            "system");
    std::vector<Turn> round;
    for (int pass = most - 1; pass >= 0; --pass) {
        for (Turn& turn : all) {
            if (pass >= turn.check->turns)
                continue;
            round.push_back(turn);
            ++turn.number;
        }
    }
    return round;
}

// The cases in which every entry has its turn, see Check::covers.
std::uint64_t cases_for_every_entry(const std::vector<Turn>& round) {
    std::uint64_t rounds = 1;
    for (const Turn& turn : round)
        rounds = std::max(rounds,
                          2 * turn.check->covers.size() / static_cast<std::uint64_t>(turn.check->turns) + 1);
    return rounds * round.size();
}

std::vector<VerifyRuns> make_runs(Systems systems, const std::vector<Turn>& round) {
    std::vector<VerifyRuns> runs;
    for (const System& system : systems) {
        for (const Check& check : system.checks) {
            if (std::ranges::find(round, &check, &Turn::check) == round.end())
                continue;
            for (const std::string_view name : check.covers)
                runs.push_back({system.name, name});
        }
    }
    return runs;
}

// Compiles the machine's shaders from rewritten source.
struct RewrittenShaders {
    machine::Machine& machine;
    const Rewriter& rewriter;
    VerifyReport& report;
    gl::ShaderStore own = machine.shaders();
    std::set<std::pair<std::string, std::string_view>> changes{}; ///< of what was compiled since use()

    // only: one kind of rewriting, in one shader; empty: all, in all.
    void use(std::uint64_t deal, std::string_view only = {}, const std::string& shader = {}) {
        changes.clear();
        gl::ShaderStore store = own;
        store.rewrite_by([=, this](std::string_view name, gl::FlatSource& source) {
            if (!shader.empty() && name != shader)
                return;
            for (const auto& [kind, count] : rewriter(name, source, deal, only)) {
                report.rewrites[kind] += count;
                changes.emplace(name, kind);
            }
        });
        machine.use_shaders(std::move(store));
    }

    // Which rewriting makes a case fail.
    std::string cause(std::uint64_t deal, const std::function<bool()>& fails) {
        machine.use_shaders(own);
        if (fails())
            return "; also if not rewritten";
        use(deal);
        fails(); // compiles what it uses
        for (const auto& [shader, kind] : std::set(changes)) {
            use(deal, kind, shader);
            if (fails())
                return fmt::format("; only with rewritten {} in shaders/{}", kind, shader);
        }
        return "; only with several changes to shaders";
    }
};

void keep(std::vector<VerifyFailure>& kept, std::uint64_t seed, const CheckOutcome& outcome) {
    if (kept.size() < max_kept_failures)
        kept.push_back({seed, outcome.description + ": " + *outcome.wrong});
}

void add(VerifyReport& report, std::string_view system, std::uint64_t seed, const CheckOutcome& outcome) {
    for (const std::string_view name : outcome.ran)
        ++std::ranges::find_if(report.runs, [&](const VerifyRuns& one) {
              return one.system == system && one.name == name;
          })->cases;
    if (!outcome.wrong) {
        ++report.passed;
    } else if (outcome.refused) {
        ++report.refused;
        keep(report.refusals, seed, outcome);
    } else {
        ++report.failed;
        keep(report.failures, seed, outcome);
    }
}

} // namespace

VerifyReport verify(Systems systems, machine::Machine& machine, const VerifyOptions& options) {
    if (!(options.seconds > 0 && options.seconds <= max_seconds))
        throw usage_error(fmt::format("verification for {} seconds: ask for more than 0 and at most {}",
                                      options.seconds, max_seconds));
    const Stopwatch watch(options.clock);
    VerifyReport report;
    const std::vector<Turn> round = round_of(systems, machine, options, report);
    report.runs = make_runs(systems, round);
    const std::uint64_t least =
        options.seconds < seconds_for_every_entry ? round.size() : cases_for_every_entry(round);
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t deal = none; // that shaders are rewritten for
    RewrittenShaders shaders{machine, options.rewrite, report};
    for (std::uint64_t i = 0; options.cases == 0 || i < options.cases; ++i) {
        if (i >= round.size() && watch.seconds() >= options.seconds) {
            if (i >= least || std::ranges::all_of(report.runs, &VerifyRuns::cases))
                break;
            report.overtime = true;
        }
        const std::uint64_t seed = options.seed + i;
        const Turn& turn = round[seed % round.size()];
        const auto turns = static_cast<std::uint64_t>(turn.check->turns);
        const CaseRequest request{seed, seed / round.size() * turns + turn.number, options.largest};
        const auto run = [&] {
            CheckOutcome outcome = turn.check->run(machine, request);
            const std::vector<std::string> errors = machine.take_debug_errors();
            if (!outcome.wrong && !errors.empty())
                outcome.wrong = errors.front();
            return outcome;
        };
        if (options.rewrite && deal != seed / Deal::seeds)
            shaders.use(deal = seed / Deal::seeds);
        CheckOutcome outcome = run();
        if (options.rewrite && outcome.wrong && report.failed < max_kept_failures) {
            *outcome.wrong += shaders.cause(deal, [&] { return run().wrong.has_value(); });
            deal = none;
        }
        add(report, turn.system->name, seed, outcome);
        if (options.progress && !options.progress(i + 1, report.failed))
            break;
    }
    if (options.rewrite)
        machine.go_back([] { return true; });
    return report;
}

} // namespace scanline::systems
