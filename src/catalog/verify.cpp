#include "scanline/catalog/verify.h"

#include "scanline/catalog/compaction_case.h"
#include "scanline/core/error.h"

#include <chrono>
#include <fmt/format.h>

namespace scanline::catalog {

namespace {

// Thirty years; the clock's own range is not much larger.
constexpr double max_seconds = 1e9;
constexpr std::size_t max_kept_failures = 10;
// Reading every pass back and computing its twin costs far more than the compaction: up to here it is worth
// it.
constexpr std::size_t max_traced_size = 20'000;

} // namespace

VerifyReport verify(raster::Engine& engine, const VerifyOptions& options) {
    using Clock = std::chrono::steady_clock;
    if (!(options.seconds > 0 && options.seconds <= max_seconds))
        throw usage_error(fmt::format("verification for {} seconds: ask for more than 0 and at most {}",
                                      options.seconds, max_seconds));
    const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(options.seconds));
    VerifyReport report;
    for (std::uint64_t i = 0; (options.cases == 0 || i < options.cases) && (i == 0 || Clock::now() < end);
         ++i) {
        const std::uint64_t seed = options.seed + i;
        const CompactionCase test = random_case(seed, options.largest);
        std::optional<std::string> different;
        try {
            different = check(engine, test, test.values.size() <= max_traced_size);
        } catch (const Error& error) {
            different = error.what();
        }
        if (options.driver_errors) {
            const std::vector<std::string> errors = options.driver_errors();
            if (!different && !errors.empty())
                different = errors.front();
        }
        if (different) {
            ++report.failed;
            if (report.failures.size() < max_kept_failures)
                report.failures.push_back({seed, describe(test) + ": " + *different});
        } else {
            ++report.passed;
        }
        if (options.progress && !options.progress(i + 1, report.failed))
            break;
    }
    return report;
}

} // namespace scanline::catalog
