#pragma once
#include "scanline/core/clock.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/timer.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::machine {

/// A part of a repetition, as the algorithm announces it.
struct Stage {
    std::string name;
    double milliseconds = 0;

    bool operator==(const Stage&) const = default;
};

/// One repetition: its stages in the order in which they ran, and their sum.
struct Repetition {
    std::vector<Stage> stages;
    double milliseconds = 0;

    bool operator==(const Repetition&) const = default;
};

/// The repetition with the median time, of an even number the faster of the two in the middle: its stages add
/// up to its time, which medians of each stage would not. At least one repetition.
const Repetition& median_repetition(std::span<const Repetition> repetitions);

/// Times the stages of what runs on the CPU, by the wall clock.
class StageTimes final : public PassObserver {
public:
    explicit StageTimes(Clock clock = steady_time) : clock_(std::move(clock)) {}

    void stage_begins(std::string_view stage) override;
    void stage_ends(std::string_view stage) override;

    /// Those since the last call, and their sum. A stage that comes again adds to itself.
    Repetition take();

private:
    Clock clock_;
    std::optional<Stopwatch> watch_; ///< of the stage that runs
    Repetition stages_;
};

/// The stages that a timer of OpenGL has seen since the last call, and their sum. Waits for the GPU.
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

/// Runs work once, timed as one stage: on the GPU by a timer of OpenGL, which waits for it, or without one on
/// the CPU by the clock.
Repetition time_whole(gl::SpanTimer& timer, std::string_view stage, const std::function<void()>& work);
Repetition time_whole(std::string_view stage, const std::function<void()>& work,
                      const Clock& clock = steady_time);

struct RepeatOptions {
    int repetitions = 1;
    bool warm_up = false;         ///< runs once before, whose times are dropped
    std::function<bool()> stop{}; ///< asked before each repetition; true ends them. May be empty
};

/// The times of what runs again and again, fewer of them where it is stopped. once: runs it once.
///
///     repeat({.repetitions = 5, .warm_up = true}, [&] { return time_whole("sort", [&] { sort(keys); }); })
std::vector<Repetition> repeat(const RepeatOptions& options, const std::function<Repetition()>& once);

} // namespace scanline::machine
