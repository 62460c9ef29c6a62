#pragma once
#include "scanline/core/clock.h"

#include <chrono>
#include <thread>

namespace scanline::test {

/// Timeout for events that must happen: only a hang takes this long, however slow the machine.
inline constexpr std::chrono::seconds patience{600};
inline constexpr double patience_seconds = 600;

/// Waits until condition() holds; returns false on timeout.
template <class Condition>
bool eventually(Condition condition) {
    const Stopwatch watch(steady_time);
    while (!condition()) {
        if (watch.seconds() > patience_seconds)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace scanline::test
