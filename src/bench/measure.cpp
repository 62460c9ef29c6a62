#include "scanline/bench/measure.h"

#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/gl/functions.h"

#include <GL/glew.h>
#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <numeric>

namespace scanline::bench {

namespace {

/// Runs one after the other, without a wait between them, that keep a GPU busy.
constexpr int busy_runs = 16;
/// A GPU that was left alone for so long may have slowed down.
constexpr double pause_seconds = 0.01;

// Written so that a NaN is refused too.
void require_at_least(double least, double value, const char* what) {
    if (!(value >= least))
        throw usage_error(fmt::format("measuring with {} {}: ask for at least {}", value, what, least));
}

// Work that measures itself; empty if the timer measures it.
StagedWork by_own_clock(const TimedWork& timed, const StagedWork& staged = {}) {
    if (!timed)
        return staged;
    return [&timed]() -> Repetition {
        const double milliseconds = timed();
        return {{{std::string(whole_stage), milliseconds}}, milliseconds};
    };
}

// Times the work of an engine, stage by stage or as a whole, by one kind of timer; and by its own clock what
// has one.
class RunTimer {
public:
    /// engine: null without OpenGL, where all must have a clock of its own.
    RunTimer(Observed* engine, gl::TimerKind kind, const Clock& clock)
        : engine_(engine), kind_(kind), clock_(clock), timer_(kind, clock) {}

    /// own: what gives its own times, in place of the work; may be empty.
    Repetition of(const Work& work, const StagedWork& own) {
        if (!own)
            return run(&timer_, nullptr, work);
        if (engine_ == nullptr)
            return own();
        glFinish(); // what OpenGL still does must not slow it down
        const Stopwatch watch(clock_);
        Repetition repetition = own();
        left_alone_ += watch.seconds();
        return repetition;
    }
    double as_a_whole(const Work& work) { return run(nullptr, &timer_, work).milliseconds; }
    /// Whether what is timed may be slower after a pause: then it should be kept busy before.
    bool slows_down_when_idle() const { return kind_ == gl::TimerKind::gl_query; }
    /// Whether such a pause has been.
    bool has_paused() const { return slows_down_when_idle() && left_alone_ > pause_seconds; }
    /// Runs so often, without a wait or an observer between them.
    void keep_busy(const Work& work, int runs) {
        const ObserverScope observer(*engine_, nullptr);
        for (int i = 0; i < runs; ++i)
            work();
        glFinish();
        left_alone_ = 0;
    }

private:
    Repetition run(PassObserver* inside, PassObserver* around, const Work& work) {
        if (engine_ == nullptr)
            throw usage_error("work without a clock of its own cannot be measured without OpenGL");
        try {
            const ObserverScope observer(*engine_, inside);
            const StageScope whole(around, whole_stage);
            work();
        } catch (...) {
            timer_.drop();
            throw;
        }
        Repetition repetition = machine::take_stages(timer_);
        gl::check_errors("a measured run");
        left_alone_ = 0;
        return repetition;
    }

    Observed* engine_;
    gl::TimerKind kind_;
    const Clock& clock_;
    gl::StageTimer timer_;
    double left_alone_ = 0; ///< seconds in which only others ran, since the engine did
};

// A variant while it is measured.
struct Subject {
    Row row;
    RepetitionGoal goal;
    StagedWork own;                         ///< empty if the timer times its work
    std::vector<double> whole_milliseconds; ///< of the runs without an observer
    double seconds = 0;                     ///< of the last run by stages, waits included

    bool runs() const { return row.skipped.empty(); }
    bool done() const { return !runs() || goal.reached(); }
    double fraction() const { return runs() ? goal.fraction() : 1; }
};

Subject make_subject(const Variant& variant, const RepetitionGoal& goal) {
    assert(variant.work || variant.timed || variant.staged || !variant.skipped.empty());
    Row row;
    row.axes = variant.axes;
    row.seed = variant.seed;
    row.items = variant.items;
    row.bytes = variant.bytes;
    row.counts = variant.counts;
    row.skipped = variant.skipped;
    return {std::move(row), goal, by_own_clock(variant.timed, variant.staged), {}, 0};
}

std::optional<double> overhead(const Subject& subject) {
    // Both of the same rounds, so that what changed later does not count.
    const std::size_t count = std::min(subject.whole_milliseconds.size(), subject.row.repetitions.size());
    if (count == 0)
        return std::nullopt;
    const std::vector<double> totals = subject.row.totals();
    const double whole = median(std::span(subject.whole_milliseconds).first(count));
    return whole > 0 ? std::optional(median(std::span(totals).first(count)) / whole - 1) : std::nullopt;
}

class GroupMeasurement {
public:
    /// keep_going: asked before each run with the fraction of the group that is done.
    GroupMeasurement(RunTimer& timer, const Group& group, const MeasureOptions& options,
                     const RepetitionGoal& goal, std::function<bool(double)> keep_going)
        : timer_(timer), group_(group), options_(options), keep_going_(std::move(keep_going)) {
        for (const Variant& variant : group.variants)
            subjects_.push_back(make_subject(variant, goal));
        order_.resize(subjects_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
    }

    /// Whether it came to its end; false: it was told to stop.
    bool run() {
        if (warm_up() && keep_busy()) {
            for (int round = 0; !std::ranges::all_of(subjects_, &Subject::done); ++round) {
                if (!run_round(round))
                    break;
            }
        }
        return !stopped_;
    }

    bool each_has_a_repetition() const {
        return std::ranges::all_of(
            subjects_, [](const Subject& subject) { return !subject.runs() || subject.row.measured(); });
    }

    std::vector<Row> take_rows() {
        std::vector<Row> rows;
        for (Subject& subject : subjects_) {
            if (subject.runs()) {
                subject.row.overhead = overhead(subject);
                if (!roof_milliseconds_.empty())
                    subject.row.roof_milliseconds = median(roof_milliseconds_);
            }
            rows.push_back(std::move(subject.row));
        }
        return rows;
    }

private:
    // Each of these asks may_run() before each run, and false ends the group.
    bool warm_up() {
        if (std::ranges::none_of(subjects_, &Subject::runs))
            return true;
        if (has_roof()) {
            if (!may_run())
                return false;
            time_roof();
        }
        for (std::size_t i = 0; i < subjects_.size(); ++i) {
            if (!run_subject(
                    i, [this](const Variant& variant, Subject& subject) { run_by_stages(variant, subject); }))
                return false;
        }
        return true;
    }

    // By the roof or, without one, by the first work of the engine.
    bool keep_busy() {
        if (!timer_.slows_down_when_idle())
            return true;
        Work work = group_.roof;
        int runs = busy_runs;
        for (std::size_t i = 0; i < subjects_.size() && !work; ++i) {
            if (subjects_[i].runs() && !subjects_[i].own) {
                work = group_.variants[i].work;
                runs = runs_at_once(subjects_[i]);
            }
        }
        const Stopwatch watch(options_.clock);
        while (work && watch.seconds() < options_.busy_seconds) {
            if (!may_run())
                return false;
            timer_.keep_busy(work, runs);
        }
        return true;
    }

    // Long works are not run more often than it takes to keep a GPU busy.
    int runs_at_once(const Subject& subject) const {
        const double runs = options_.busy_seconds / std::max(subject.seconds, 1e-6);
        return static_cast<int>(std::clamp<double>(runs, 1, busy_runs));
    }

    Repetition run_by_stages(const Variant& variant, Subject& subject) {
        const Stopwatch watch(options_.clock);
        Repetition repetition = timer_.of(variant.work, subject.own);
        subject.seconds = watch.seconds();
        return repetition;
    }

    // What runs by a clock of its own leaves the GPU alone, and before the next of its works that does as
    // much as the roof before the rounds.
    void end_pause(const Variant& variant, const Subject& subject) {
        if (subject.own || !timer_.has_paused())
            return;
        const Stopwatch watch(options_.clock);
        while (watch.seconds() < options_.busy_seconds)
            timer_.keep_busy(variant.work, runs_at_once(subject));
    }

    bool has_roof() const { return group_.roof || group_.timed_roof; }
    double time_roof() { return timer_.of(group_.roof, by_own_clock(group_.timed_roof)).milliseconds; }

    // The roof leaves dirty lines in the GPU's cache. Their write-back slows down the next work: a sum of
    // 2^24 words takes 27 us instead of 22. An untimed run absorbs it.
    void evict_roof() {
        if (!timer_.slows_down_when_idle())
            return;
        const auto last = std::find_if(order_.rbegin(), order_.rend(), [this](std::size_t i) {
            return subjects_[i].runs() && !subjects_[i].own && subjects_[i].seconds < pause_seconds;
        });
        if (last != order_.rend())
            timer_.keep_busy(group_.variants[*last].work, 1);
    }

    // std::shuffle differs from one standard library to the next.
    void shuffle() {
        for (std::size_t left = order_.size(); left > 1; --left)
            std::swap(order_[left - 1], order_[random_.below(left)]);
    }

    bool run_round(int round) {
        if (options_.shuffled)
            shuffle();
        if (has_roof()) {
            if (!may_run())
                return false;
            roof_milliseconds_.push_back(time_roof());
            evict_roof();
        }
        for (const std::size_t i : order_) {
            if (!run_subject(i, [this](const Variant& variant, Subject& subject) {
                    end_pause(variant, subject);
                    subject.row.repetitions.push_back(run_by_stages(variant, subject));
                    subject.goal.add(subject.row.repetitions.back().milliseconds);
                }))
                return false;
        }
        if (round >= options_.overhead_repetitions)
            return true;
        // A second turn, and not right after the other run of the same work, whose data would still be in
        // the caches.
        for (const std::size_t i : order_) {
            if (subjects_[i].own)
                continue;
            if (!run_subject(i, [this](const Variant& variant, Subject& subject) {
                    end_pause(variant, subject);
                    subject.whole_milliseconds.push_back(timer_.as_a_whole(variant.work));
                }))
                return false;
        }
        return true;
    }

    template <class Run>
    bool run_subject(std::size_t index, Run run) {
        Subject& subject = subjects_[index];
        if (!subject.runs())
            return true;
        if (!may_run())
            return false;
        try {
            run(group_.variants[index], subject);
        } catch (const Error& error) {
            subject.row.repetitions.clear();
            subject.row.skipped = error.what();
        }
        return true;
    }

    bool may_run() {
        const double seconds = since_begin_.seconds();
        if (each_has_a_repetition() && seconds >= options_.timeout_seconds)
            return false;
        stopped_ = !keep_going_(fraction(seconds));
        return !stopped_;
    }

    double fraction(double seconds) const {
        double sum = 0, count = 0;
        for (std::size_t i = 0; i < subjects_.size(); ++i) {
            if (!group_.variants[i].skipped.empty())
                continue;
            sum += subjects_[i].fraction();
            ++count;
        }
        const double timed = options_.timeout_seconds > 0 ? seconds / options_.timeout_seconds : 0;
        return std::clamp(timed, sum / count, 1.0);
    }

    RunTimer& timer_;
    const Group& group_;
    const MeasureOptions& options_;
    std::function<bool(double)> keep_going_;
    Stopwatch since_begin_{options_.clock};
    std::vector<Subject> subjects_;
    std::vector<std::size_t> order_; ///< of the round, indices of subjects
    Random random_{1};
    std::vector<double> roof_milliseconds_;
    bool stopped_ = false;
};

Results measure_groups(RunTimer& timer, const Plan& plan, const MeasureOptions& options,
                       const ProgressHook& progress, const RowsFinished& finished) {
    const RepetitionGoal goal(options); // refuses bad options before anything runs
    Results results{plan.experiment, plan.title, plan.roof, {}, {}, true};
    const double total_weight =
        std::accumulate(plan.groups.begin(), plan.groups.end(), 0.0,
                        [](double sum, const PlannedGroup& group) { return sum + group.weight; });
    double weight_done = 0;
    for (const PlannedGroup& planned : plan.groups) {
        const auto keep_going = [&](double fraction) {
            return !progress ||
                   progress((weight_done + fraction * planned.weight) / total_weight, planned.what);
        };
        if (!keep_going(0)) {
            results.complete = false;
            break;
        }
        const Group group = planned.make();
        GroupMeasurement measurement(timer, group, options, goal, keep_going);
        results.complete = measurement.run();
        if (results.complete || measurement.each_has_a_repetition()) {
            std::vector<Row> rows = measurement.take_rows();
            if (finished)
                finished(rows);
            std::ranges::move(rows, std::back_inserter(results.rows));
        }
        if (!results.complete)
            break;
        weight_done += planned.weight;
    }
    return results;
}

} // namespace

RepetitionGoal::RepetitionGoal(const MeasureOptions& options)
    : repetitions_(options.repetitions), min_milliseconds_(1e3 * options.min_seconds),
      max_noise_(options.max_noise) {
    require_at_least(1, options.repetitions, "repetitions");
    require_at_least(0, options.min_seconds, "min seconds");
    require_at_least(0, options.max_noise, "max noise");
    require_at_least(0, options.timeout_seconds, "timeout seconds");
    require_at_least(0, options.overhead_repetitions, "overhead repetitions");
}

void RepetitionGoal::add(double milliseconds) {
    milliseconds_.push_back(milliseconds);
    sum_ += milliseconds;
}

bool RepetitionGoal::reached() const {
    if (milliseconds_.size() < static_cast<std::size_t>(repetitions_) || sum_ < min_milliseconds_)
        return false;
    return max_noise_ == 0 || quartiles(milliseconds_).noise() <= max_noise_;
}

double RepetitionGoal::fraction() const {
    const double counted = static_cast<double>(milliseconds_.size()) / repetitions_;
    const double timed = min_milliseconds_ > 0 ? sum_ / min_milliseconds_ : 1;
    return std::min({1.0, counted, timed});
}

void add_tried(Group& group, Variant variant,
               const std::function<std::optional<std::string>(Variant& variant)>& prepare) {
    try {
        if (const std::optional<std::string> wrong = prepare(variant))
            variant.skipped = std::string(wrong_result) + *wrong;
    } catch (const Error& error) {
        variant.skipped = error.what();
    }
    if (!variant.skipped.empty()) {
        variant.work = {};
        variant.timed = {};
        variant.staged = {};
    }
    group.variants.push_back(std::move(variant));
}

Results measure(Observed& engine, gl::TimerKind kind, const Plan& plan, const MeasureOptions& options,
                const ProgressHook& progress, const RowsFinished& finished) {
    RunTimer timer(&engine, kind, options.clock);
    return measure_groups(timer, plan, options, progress, finished);
}

Results measure(const Plan& plan, const MeasureOptions& options, const ProgressHook& progress,
                const RowsFinished& finished) {
    RunTimer timer(nullptr, gl::TimerKind::wall_clock, options.clock);
    return measure_groups(timer, plan, options, progress, finished);
}

} // namespace scanline::bench
