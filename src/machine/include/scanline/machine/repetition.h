#pragma once
#include "scanline/core/cancellation.h"
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

/// A part of a repetition, as announced by the algorithm.
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

/// The repetition with the median time; for an even number, the faster of the middle two. Its stages add up
/// to its time, unlike medians of each stage. Needs at least one repetition.
const Repetition& median_repetition(std::span<const Repetition> repetitions);

/// Times stages on the CPU by the wall clock.
class StageTimes final : public PassObserver {
public:
    explicit StageTimes(Clock clock = steady_time) : clock_(std::move(clock)) {}

    void stage_begins(std::string_view stage) override;
    void stage_ends(std::string_view stage) override;

    /// Returns the stages since the last call and their sum. Repeated stages accumulate.
    Repetition take();

private:
    Clock clock_;
    std::optional<Stopwatch> watch_; ///< of the running stage
    Repetition stages_;
};

/// Spans as stages, and their sum. Those of the same name accumulate.
Repetition repetition_of(std::span<const gl::TimedSpan> spans);
/// Returns the stages that an OpenGL timer has recorded since the last call, and their sum. Waits for the
/// GPU.
Repetition take_stages(gl::StageTimer& timer);

/// The part of a repetition outside of its stages, such as starting and joining threads.
inline constexpr std::string_view other_stage = "other";

/// Runs work on the CPU once. Returns its stages and the remaining time as other_stage, so the sum is the
/// whole time.
///
///     time_stages([&](PassObserver* observer) { tree = kdtree::build(points, {.observer = observer}); })
///     // check, sort, remove-duplicates, build, other
Repetition time_stages(const std::function<void(PassObserver* observer)>& work,
                       const Clock& clock = steady_time);

/// Runs work once, timed as one stage: on the GPU with an OpenGL timer, which waits for it, or on the CPU
/// with the clock.
Repetition time_whole(gl::SpanTimer& timer, std::string_view stage, const std::function<void()>& work);
Repetition time_whole(std::string_view stage, const std::function<void()>& work,
                      const Clock& clock = steady_time);

struct RepeatOptions {
    int repetitions = 1;
    bool warm_up = false;         ///< run once first, untimed
    std::function<bool()> stop{}; ///< called before each repetition; true stops. May be empty
};

/// Returns the times of repeated runs, fewer if stopped. once: runs and times the work once.
///
///     repeat({.repetitions = 5, .warm_up = true}, [&] { return time_whole("sort", [&] { sort(keys); }); })
std::vector<Repetition> repeat(const RepeatOptions& options, const std::function<Repetition()>& once);

/// Repeats timed work, at least once and for a fifth of a second at most, and returns the median.
Repetition median_time(const std::function<Repetition()>& once, const CancelHook& cancelled);

} // namespace scanline::machine
