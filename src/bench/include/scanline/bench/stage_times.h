#pragma once
#include "scanline/bench/results.h"
#include "scanline/core/pass_observer.h"

#include <chrono>

namespace scanline::bench {

/// Times the stages of what runs on the CPU, by the wall clock.
class StageTimes final : public PassObserver {
public:
    void stage_begins(std::string_view stage) override;
    void stage_ends(std::string_view stage) override;

    /// Those since the last time it was asked, and their sum.
    Repetition take();

private:
    std::chrono::steady_clock::time_point begin_;
    Repetition stages_;
};

} // namespace scanline::bench
