#pragma once
#include <chrono>
#include <functional>
#include <utility>

namespace scanline {

/// Returns the time since a fixed moment; never goes backwards. Tests pass their own clock.
using Clock = std::function<std::chrono::nanoseconds()>;

/// The time of std::chrono::steady_clock.
inline std::chrono::nanoseconds steady_time() {
    return std::chrono::steady_clock::now().time_since_epoch();
}

/// Measures the time since its construction.
///
///     const Stopwatch watch(steady_time);
///     work();
///     watch.milliseconds();
class Stopwatch {
public:
    explicit Stopwatch(Clock clock) : clock_(std::move(clock)), begin_(clock_()) {}

    double seconds() const { return std::chrono::duration<double>(clock_() - begin_).count(); }
    double milliseconds() const {
        return std::chrono::duration<double, std::milli>(clock_() - begin_).count();
    }

private:
    Clock clock_;
    std::chrono::nanoseconds begin_;
};

} // namespace scanline
