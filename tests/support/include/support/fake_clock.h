#pragma once
#include "scanline/core/clock.h"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace scanline::test {

/// A clock that advances only when a test says so, for exact times. Thread-safe.
class FakeClock {
public:
    /// of_each_look: time that passes at every reading.
    explicit FakeClock(std::chrono::nanoseconds of_each_look = {}) : of_each_look_(of_each_look.count()) {}
    FakeClock(const FakeClock&) = delete;
    FakeClock& operator=(const FakeClock&) = delete;

    void pass(double milliseconds) {
        now_ += std::chrono::round<std::chrono::nanoseconds>(
                    std::chrono::duration<double, std::milli>(milliseconds))
                    .count();
    }

    /// Valid as long as this object.
    Clock clock() {
        return [this] { return std::chrono::nanoseconds(now_ += of_each_look_); };
    }

private:
    std::atomic<std::int64_t> now_ = 0;
    std::int64_t of_each_look_;
};

} // namespace scanline::test
