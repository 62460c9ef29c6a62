#pragma once
#include "scanline/bench/results.h"
#include "scanline/core/clock.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/timer.h"

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace scanline::bench {

/// Times the stages of what runs on the CPU, by the wall clock.
class StageTimes final : public PassObserver {
public:
    explicit StageTimes(Clock clock = steady_time) : clock_(std::move(clock)) {}

    void stage_begins(std::string_view stage) override;
    void stage_ends(std::string_view stage) override;

    /// Those since the last time it was asked, and their sum.
    Repetition take();

private:
    Clock clock_;
    std::optional<Stopwatch> watch_; ///< of the stage that runs
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
Repetition time_stages(const std::function<void(PassObserver* observer)>& work,
                       const Clock& clock = steady_time);

} // namespace scanline::bench
