#pragma once
#include "scanline/core/clock.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/handle.h"
#include "scanline/gl/program.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::gl {

/// Where a time came from. Part of every result.
enum class TimerKind {
    gl_query,   ///< GL_TIME_ELAPSED, which agreed with the wall clock when it was tried
    wall_clock, ///< the steady clock, or another one that is given, between two glFinish
};

/// "gl-query", "wall-clock"
std::string_view to_string(TimerKind kind);

/// Tries the GL timer query: draws work of a few milliseconds, with both clocks around it, several times.
/// True where the query is there and was within a quarter of the wall clock each time. Takes a few tens of
/// milliseconds; bounded. Leaves the state of OpenGL as it was.
bool timer_query_agrees(ProgramCache& programs, const Clock& clock = steady_time);

/// The timer to measure with: gl_query on a GPU whose timer query agrees with the wall clock, wall_clock
/// otherwise. A software renderer is not even tried: it may count a part of the work only, and on a busy
/// machine that part, when its thread is made to wait, can look like the whole.
TimerKind choose_timer(ProgramCache& programs);

/// What a span of work took.
struct TimedSpan {
    std::string name;
    double milliseconds = 0;
};

/// Times spans of work that follow one another and do not nest: one query at a time is enough
/// (EXT_timer_query has no more).
class SpanTimer {
public:
    explicit SpanTimer(TimerKind kind, Clock clock = steady_time) : kind_(kind), clock_(std::move(clock)) {}

    TimerKind kind() const { return kind_; }

    void begin(std::string name);
    void end();

    /// The spans since the last call, in the order in which they ran. Waits for the GPU, at most ten seconds
    /// a query.
    std::vector<TimedSpan> take();

private:
    struct Running {
        std::string name;
        Query query;
        double milliseconds = 0;
    };

    TimerKind kind_;
    Clock clock_;
    std::vector<Running> running_;
    std::vector<Query> spare_;
    std::optional<Stopwatch> watch_; ///< of the span that runs
};

/// An observer that times each stage.
class StageTimer final : public PassObserver {
public:
    using Stage = TimedSpan;

    explicit StageTimer(TimerKind kind, Clock clock = steady_time) : timer_(kind, std::move(clock)) {}

    void stage_begins(std::string_view stage) override { timer_.begin(std::string(stage)); }
    void stage_ends(std::string_view /*stage*/) override { timer_.end(); }

    TimerKind kind() const { return timer_.kind(); }

    /// As SpanTimer::take().
    std::vector<Stage> take() { return timer_.take(); }

private:
    SpanTimer timer_;
};

/// An observer that times each pass. A run takes longer with it than with a StageTimer: by the wall clock it
/// waits for the GPU at every pass.
class PassTimer final : public PassObserver {
public:
    explicit PassTimer(TimerKind kind, Clock clock = steady_time) : timer_(kind, std::move(clock)) {}

    void pass_begins(const Pass& pass) override { timer_.begin(std::string(pass.name)); }
    void pass_ends(const Pass& /*pass*/) override { timer_.end(); }

    /// As SpanTimer::take(): one span for each pass, by its name.
    std::vector<TimedSpan> take() { return timer_.take(); }

private:
    SpanTimer timer_;
};

} // namespace scanline::gl
