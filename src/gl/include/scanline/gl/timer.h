#pragma once
#include "scanline/core/clock.h"
#include "scanline/core/named.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/handle.h"
#include "scanline/gl/program.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::gl {

/// The source of a time, recorded with every result.
enum class TimerKind {
    gl_query,   ///< GL_TIME_ELAPSED, which agreed with the wall clock when tested
    wall_clock, ///< the steady clock, or a given one, between two glFinish
};
constexpr auto table_of(TimerKind) {
    using enum TimerKind;
    return named<TimerKind>({{gl_query, "gl-query"}, {wall_clock, "wall-clock"}});
}
using scanline::to_string;

/// Tests the GL timer query: draws a few milliseconds of work several times, timed by both clocks. Returns
/// true if the query exists and was within a quarter of the wall clock each time. Takes a few tens of
/// milliseconds; bounded. Preserves the OpenGL state.
bool timer_query_agrees(ProgramCache& programs, const Clock& clock = steady_time);

/// Chooses a timer: gl_query on a GPU whose timer query agrees with the wall clock, otherwise wall_clock.
/// Never tests a software renderer: it may count only part of the work, and on a busy machine, when its
/// thread has to wait, that part can look like the whole.
TimerKind choose_timer(ProgramCache& programs);

/// The time of a span of work.
struct TimedSpan {
    std::string name;
    double milliseconds = 0;
};

/// Times consecutive, non-nested spans of work, so one query at a time is enough (EXT_timer_query allows no
/// more).
class SpanTimer {
public:
    explicit SpanTimer(TimerKind kind, Clock clock = steady_time) : kind_(kind), clock_(std::move(clock)) {}
    /// Ends a span that an error has left open: some drivers report the deletion of an active query.
    ~SpanTimer() { end_open(); }
    SpanTimer(const SpanTimer&) = delete;
    SpanTimer& operator=(const SpanTimer&) = delete;

    TimerKind kind() const { return kind_; }

    /// Ends a span that is open.
    void begin(std::string name);
    void end();

    /// The spans since the last call, in order. Waits for the GPU, at most ten seconds per query.
    std::vector<TimedSpan> take();
    /// Forgets them, those of work that failed.
    void drop();

private:
    struct Running {
        std::string name;
        Query query;
        double milliseconds = 0;
    };

    void end_open() {
        if (is_open_)
            end();
    }

    TimerKind kind_;
    Clock clock_;
    bool is_open_ = false;
    std::vector<Running> running_;
    std::vector<Query> spare_;
    std::optional<Stopwatch> watch_; ///< of the current span
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
    /// As SpanTimer::drop().
    void drop() { timer_.drop(); }

private:
    SpanTimer timer_;
};

/// An observer that times each pass. Slower than a StageTimer: with the wall clock it waits for the GPU at
/// every pass.
class PassTimer final : public PassObserver {
public:
    explicit PassTimer(TimerKind kind, Clock clock = steady_time) : timer_(kind, std::move(clock)) {}

    void pass_begins(const Pass& pass) override { timer_.begin(std::string(pass.name)); }
    void pass_ends(const Pass& /*pass*/) override { timer_.end(); }

    /// As SpanTimer::take(): one span per pass, with its name.
    std::vector<TimedSpan> take() { return timer_.take(); }

private:
    SpanTimer timer_;
};

} // namespace scanline::gl
