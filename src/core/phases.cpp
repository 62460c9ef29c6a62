#include "scanline/core/phases.h"

#include <ctime>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace scanline {

namespace {

thread_local PhaseTimes* current_times = nullptr;

} // namespace

PhaseTimes::PhaseTimes(double before, Clock clock)
    : outer_(std::exchange(current_times, this)), clock_(std::move(clock)), since_(clock_()) {
    seconds_[static_cast<std::size_t>(phase_)] = before;
}

PhaseTimes::~PhaseTimes() {
    current_times = outer_;
}

PhaseTimes* PhaseTimes::current() {
    return current_times;
}

Phase PhaseTimes::enter(Phase phase) {
    const std::chrono::nanoseconds now = clock_();
    seconds_[static_cast<std::size_t>(phase_)] +=
        std::chrono::duration<double>(now - std::exchange(since_, now)).count();
    return std::exchange(phase_, phase);
}

std::string PhaseTimes::text() {
    enter(phase_);
    std::string text = fmt::format("{:.3f} s", std::accumulate(seconds_.begin(), seconds_.end(), 0.0));
    for (const Phase phase : enumerators<Phase>)
        if (seconds(phase) >= 0.0005)
            text += fmt::format("{} {} {:.3f}", text.find(':') == text.npos ? ":" : ",", to_string(phase),
                                seconds(phase));
    if (compiled + loaded > 0)
        text += fmt::format("; {} programs compiled, {} loaded", compiled, loaded);
    return text;
}

double processor_seconds() {
    timespec time{};
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0
               ? static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9
               : 0;
}

} // namespace scanline
