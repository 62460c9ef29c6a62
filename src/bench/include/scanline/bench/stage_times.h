#pragma once
#include "scanline/bench/results.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/timer.h"

#include <chrono>
#include <functional>
#include <string_view>

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

/// The stages that a timer of OpenGL has seen since the last time it was asked, and their sum. Waits for the
/// GPU.
Repetition take_stages(gl::StageTimer& timer);

/// What of a repetition lies outside of the stages: threads that start and end.
inline constexpr std::string_view other_stage = "other";

/// Runs work on the CPU once: its stages, and the rest of its time as other_stage, so that the sum is all of
/// it.
///
///     time_stages([&](PassObserver* observer) { tree = kdtree::build(points, {.observer = observer}); })
///     // check, sort, remove-duplicates, build, other
Repetition time_stages(const std::function<void(PassObserver* observer)>& work);

} // namespace scanline::bench
