#pragma once
#include "scanline/core/clock.h"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace scanline::test {

/// A clock that stands still but for what a test lets pass, so that times can be told exactly. Threads may
/// share it.
class FakeClock {
public:
    /// of_each_look: what passes whenever somebody looks at it.
    explicit FakeClock(std::chrono::nanoseconds of_each_look = {}) : of_each_look_(of_each_look.count()) {}
    FakeClock(const FakeClock&) = delete;
    FakeClock& operator=(const FakeClock&) = delete;

    void pass(double milliseconds) {
        now_ += std::chrono::round<std::chrono::nanoseconds>(
                    std::chrono::duration<double, std::milli>(milliseconds))
                    .count();
    }

    /// Holds as long as this does.
    Clock clock() {
        return [this] { return std::chrono::nanoseconds(now_ += of_each_look_); };
    }

private:
    std::atomic<std::int64_t> now_ = 0;
    std::int64_t of_each_look_;
};

} // namespace scanline::test
