#include "scanline/bench/repetition_goal.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

// Written so that a NaN is refused too.
void require_at_least(double least, double value, const char* what) {
    if (!(value >= least))
        throw usage_error(fmt::format("measuring with {} {}: ask for at least {}", value, what, least));
}

} // namespace

RepetitionGoal::RepetitionGoal(const MeasureOptions& options)
    : repetitions_(options.repetitions), min_milliseconds_(1e3 * options.min_seconds),
      max_noise_(options.max_noise) {
    require_at_least(1, options.repetitions, "repetitions");
    require_at_least(0, options.min_seconds, "min seconds");
    require_at_least(0, options.max_noise, "max noise");
    require_at_least(0, options.timeout_seconds, "timeout seconds");
    require_at_least(0, options.overhead_repetitions, "overhead repetitions");
}

void RepetitionGoal::add(double milliseconds) {
    milliseconds_.push_back(milliseconds);
    sum_ += milliseconds;
}

bool RepetitionGoal::reached() const {
    if (milliseconds_.size() < static_cast<std::size_t>(repetitions_) || sum_ < min_milliseconds_)
        return false;
    return max_noise_ == 0 || quartiles(milliseconds_).noise() <= max_noise_;
}

double RepetitionGoal::fraction() const {
    const double counted = static_cast<double>(milliseconds_.size()) / repetitions_;
    const double timed = min_milliseconds_ > 0 ? sum_ / min_milliseconds_ : 1;
    return std::min({1.0, counted, timed});
}

} // namespace scanline::bench
