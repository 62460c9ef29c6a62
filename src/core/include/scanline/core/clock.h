#pragma once
#include <chrono>
#include <functional>
#include <utility>

namespace scanline {

/// The time since some moment; it never goes back. Tests put one of their own in the place of steady_time.
using Clock = std::function<std::chrono::nanoseconds()>;

/// That of std::chrono::steady_clock.
inline std::chrono::nanoseconds steady_time() {
    return std::chrono::steady_clock::now().time_since_epoch();
}

/// The time since it was made.
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
