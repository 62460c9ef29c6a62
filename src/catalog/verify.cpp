#include "scanline/catalog/verify.h"

#include "scanline/catalog/compaction_case.h"
#include "scanline/catalog/compute_case.h"
#include "scanline/catalog/cpu_case.h"
#include "scanline/catalog/kdtree_case.h"
#include "scanline/catalog/words_case.h"
#include "scanline/compute/engine.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace scanline::catalog {

namespace {

// Thirty years; the clock's own range is not much larger.
constexpr double max_seconds = 1e9;
constexpr std::size_t max_kept_failures = 10;
// Reading every pass back and computing its twin costs more than the compaction: it is worth it now and then,
// up to so many elements.
constexpr std::uint64_t trace_every = 5; // seeds
constexpr std::size_t max_traced_size = 20'000;

struct Outcome {
    std::string_view name;             ///< of what ran
    std::optional<std::string> what{}; ///< the case and what is wrong with it
    bool refused = false;
};

template <class Case, class Check>
Outcome try_case(const VerifyOptions& options, std::string_view name, const Case& test, Check check) {
    Outcome outcome{name};
    std::optional<std::string> wrong;
    try {
        wrong = check();
    } catch (const Error& error) {
        wrong = error.what();
        outcome.refused = error.kind() == ErrorKind::usage || error.kind() == ErrorKind::no_opengl;
    }
    if (options.driver_errors) {
        const std::vector<std::string> errors = options.driver_errors();
        if (!wrong && !errors.empty())
            wrong = errors.front();
    }
    if (wrong)
        outcome.what = describe(test) + ": " + *wrong;
    return outcome;
}

std::optional<std::string> check_compaction(raster::Engine& engine, const CompactionCase& test,
                                            std::uint64_t seed) {
    const bool small = test.values.size() <= max_traced_size;
    const bool traced = small && seed % trace_every == 0;
    std::optional<std::string> wrong = check(engine, test, traced);
    // Once more, to say in which pass it began.
    if (wrong && small && !traced) {
        if (std::optional<std::string> pass = check(engine, test, true))
            return pass;
    }
    return wrong;
}

// Whose turn it is. Compactions and primitives, of which there are most variants, take two turns each.
std::vector<CaseKind> turns_of(const VerifyOptions& options) {
    constexpr std::array all{CaseKind::primitive, CaseKind::compaction, CaseKind::kdtree,
                             CaseKind::primitive, CaseKind::compaction, CaseKind::words,
                             CaseKind::cpu_scan};
    std::vector<CaseKind> turns;
    std::ranges::copy_if(all, std::back_inserter(turns), [&options](CaseKind kind) {
        const bool wanted =
            options.only.empty() || std::ranges::find(options.only, kind) != options.only.end();
        const bool possible =
            options.compute != nullptr || (kind != CaseKind::primitive && kind != CaseKind::words);
        return wanted && possible;
    });
    if (turns.empty())
        throw usage_error("there is nothing to verify: primitives need OpenGL 4.3");
    return turns;
}

Outcome try_seed(raster::Engine& engine, const VerifyOptions& options, CaseKind kind, std::uint64_t seed) {
    CaseLimits limits{.largest = options.largest, .max_side = engine.max_side()};
    switch (kind) {
    case CaseKind::compaction: break;
    case CaseKind::primitive: {
        compute::Engine& compute = *options.compute;
        limits.shader_int64 = compute.capabilities().shader_int64;
        const ComputeCase test = random_compute_case(seed, limits);
        return try_case(options, to_string(test.primitive), test, [&] { return check(compute, test); });
    }
    case CaseKind::words: {
        const WordsCase test = random_words_case(seed, limits);
        return try_case(options, to_string(kind), test, [&] { return check(*options.compute, test); });
    }
    case CaseKind::kdtree: {
        const KdtreeCase test = random_kdtree_case(seed, limits);
        return try_case(options, to_string(kind), test, [&] { return check(options.compute, test); });
    }
    case CaseKind::cpu_scan: {
        const CpuCase test = random_cpu_case(seed, limits);
        return try_case(options, test.algorithm->name, test, [&] { return check(test); });
    }
    }
    const CompactionCase test = random_case(seed, limits);
    return try_case(options, to_string(test.options.algorithm), test,
                    [&] { return check_compaction(engine, test, seed); });
}

std::vector<VerifyRuns> make_runs(const std::vector<CaseKind>& turns) {
    std::vector<VerifyRuns> runs;
    const auto add = [&](CaseKind kind, const auto& all, auto name) {
        if (std::ranges::find(turns, kind) == turns.end())
            return;
        for (const auto& one : all)
            runs.push_back({name(one)});
    };
    const auto name_of = [](auto one) { return to_string(one); };
    add(CaseKind::compaction, raster::all_algorithms, name_of);
    add(CaseKind::primitive, all_compute_primitives, name_of);
    add(CaseKind::words, std::array{CaseKind::words}, name_of);
    add(CaseKind::kdtree, std::array{CaseKind::kdtree}, name_of);
    add(CaseKind::cpu_scan, cpu::scan_algorithms(), [](const cpu::ScanAlgorithm& one) { return one.name; });
    return runs;
}

void keep(std::vector<VerifyFailure>& kept, std::uint64_t seed, const std::string& what) {
    if (kept.size() < max_kept_failures)
        kept.push_back({seed, what});
}

void add(VerifyReport& report, std::uint64_t seed, const Outcome& outcome) {
    ++std::ranges::find(report.runs, outcome.name, &VerifyRuns::name)->cases;
    if (!outcome.what) {
        ++report.passed;
    } else if (outcome.refused) {
        ++report.refused;
        keep(report.refusals, seed, *outcome.what);
    } else {
        ++report.failed;
        keep(report.failures, seed, *outcome.what);
    }
}

} // namespace

std::string_view to_string(CaseKind kind) {
    switch (kind) {
    case CaseKind::compaction: return "compaction";
    case CaseKind::primitive: return "primitive";
    case CaseKind::words: return "words";
    case CaseKind::kdtree: return "kdtree";
    case CaseKind::cpu_scan: return "cpu-scan";
    }
    return "";
}

VerifyReport verify(raster::Engine& engine, const VerifyOptions& options) {
    if (!(options.seconds > 0 && options.seconds <= max_seconds))
        throw usage_error(fmt::format("verification for {} seconds: ask for more than 0 and at most {}",
                                      options.seconds, max_seconds));
    const Stopwatch watch(options.clock);
    VerifyReport report;
    const std::vector<CaseKind> turns = turns_of(options);
    report.runs = make_runs(turns);
    for (std::uint64_t i = 0;
         (options.cases == 0 || i < options.cases) && (i == 0 || watch.seconds() < options.seconds); ++i) {
        const std::uint64_t seed = options.seed + i;
        add(report, seed, try_seed(engine, options, turns[seed % turns.size()], seed));
        if (options.progress && !options.progress(i + 1, report.failed))
            break;
    }
    return report;
}

} // namespace scanline::catalog
