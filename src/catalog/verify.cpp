#include "scanline/catalog/verify.h"

#include "scanline/catalog/compaction_case.h"
#include "scanline/catalog/compute_case.h"
#include "scanline/compute/engine.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace scanline::catalog {

namespace {

// Thirty years; the clock's own range is not much larger.
constexpr double max_seconds = 1e9;
constexpr std::size_t max_kept_failures = 10;
// Reading every pass back and computing its twin costs far more than the compaction: up to here it is worth
// it.
constexpr std::size_t max_traced_size = 20'000;

// What is wrong: nothing, or one text.
template <class Case, class Check>
std::vector<std::string> try_case(const VerifyOptions& options, const Case& test, Check check) {
    std::optional<std::string> different;
    try {
        different = check();
    } catch (const Error& error) {
        different = error.what();
    }
    if (options.driver_errors) {
        const std::vector<std::string> errors = options.driver_errors();
        if (!different && !errors.empty())
            different = errors.front();
    }
    if (!different)
        return {};
    return {describe(test) + ": " + *different};
}

} // namespace

VerifyReport verify(raster::Engine& engine, const VerifyOptions& options) {
    if (!(options.seconds > 0 && options.seconds <= max_seconds))
        throw usage_error(fmt::format("verification for {} seconds: ask for more than 0 and at most {}",
                                      options.seconds, max_seconds));
    const Stopwatch watch(options.clock);
    VerifyReport report;
    for (std::uint64_t i = 0;
         (options.cases == 0 || i < options.cases) && (i == 0 || watch.seconds() < options.seconds); ++i) {
        const std::uint64_t seed = options.seed + i;
        const CompactionCase compaction = random_case(seed, options.largest);
        std::vector<std::string> wrong = try_case(options, compaction, [&] {
            return check(engine, compaction, compaction.values.size() <= max_traced_size);
        });
        if (options.compute && seed % compute_every == 0) {
            compute::Engine& compute = *options.compute;
            const ComputeCase primitive =
                random_compute_case(seed, options.largest, compute.capabilities().shader_int64);
            std::ranges::move(try_case(options, primitive, [&] { return check(compute, primitive); }),
                              std::back_inserter(wrong));
        }
        ++(wrong.empty() ? report.passed : report.failed);
        if (!wrong.empty() && report.failures.size() < max_kept_failures)
            report.failures.push_back({seed, fmt::format("{}", fmt::join(wrong, "; "))});
        if (options.progress && !options.progress(i + 1, report.failed))
            break;
    }
    return report;
}

} // namespace scanline::catalog
