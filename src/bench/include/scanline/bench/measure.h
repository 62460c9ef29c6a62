#pragma once
#include "scanline/bench/results.h"
#include "scanline/core/cancellation.h"
#include "scanline/core/clock.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/timer.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::bench {

/// Something to be timed: runs once, announcing its stages to the engine's observer.
using Work = std::function<void()>;

/// Something that is not OpenGL's, or cannot be timed by it: runs once, waits for its end, and gives the
/// milliseconds by a clock of its own.
using TimedWork = std::function<double()>;

/// The same with the stages that it had, see machine::time_stages().
using StagedWork = std::function<Repetition()>;

/// The one stage of work that is timed as a whole.
inline constexpr std::string_view whole_stage = "whole";

/// One thing to measure; what it has in common with Row is described there.
struct Variant {
    AxisValues axes;
    std::uint64_t seed = 0;
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    std::vector<Count> counts{};
    Work work{};           ///< empty if it is skipped, and if there is:
    TimedWork timed{};     ///< in its place; its repetitions have the stage whole_stage, and no overhead; or
    StagedWork staged{};   ///< in its place: the repetitions are what it gives, and have no overhead
    std::string skipped{}; ///< why
};

/// Variants whose repetitions are interleaved, because they are compared with each other, and their roof.
struct Group {
    std::vector<Variant> variants;
    Work roof{};                     ///< may be empty, and may be:
    TimedWork timed_roof{};          ///< in its place
    std::shared_ptr<void> resources; ///< what the work needs, kept as long as the group; may be null
};

/// Adds a variant that is tried out before it is timed: prepare(variant) sets its work, and returns what is
/// wrong with a first result. If something is, or it throws an Error, the variant is skipped with the reason.
void add_tried(Group& group, Variant variant,
               const std::function<std::optional<std::string>(Variant& variant)>& prepare);

/// A group is made when its turn comes and dropped after it: a long plan needs the memory of one group.
struct PlannedGroup {
    std::string what;  ///< for the progress line: "hand, 1024 x 1024"
    double weight = 1; ///< how long it is likely to take, above 0, relative to the others: for the time left
    /// An Error of it ends the measurement: what may fail belongs into Variant::skipped.
    std::function<Group()> make;
};

struct Plan {
    std::string experiment{};
    std::string title{};
    std::string roof{};
    std::vector<PlannedGroup> groups{};
    /// Announces the stages; null if all work is timed by its own clocks.
    Observed* engine = nullptr;
    bool by_stages = true; ///< the work announces stages, whose timing has an overhead
    std::string notes{};   ///< Markdown for the report: tier, lanes, cost model
};

/// How often a group is repeated: rounds, in each of which every variant runs once, continue until each
/// variant has what is asked here, or the time is over.
struct MeasureOptions {
    int repetitions = 9;    ///< at least so many of each variant, 1 or more
    double min_seconds = 0; ///< and as many as take so long in all, of each variant
    double max_noise = 0;   ///< and as many as bring noise() to this or below, where it is above 0
    /// But a group ends after so long, warm-up included, with what it has, at least one repetition of each.
    double timeout_seconds = 60;
    /// Before the rounds of a group a GPU, timed by its own clock, is kept busy for so long with the roof, or
    /// without one with work of its own, one run after the other: after a pause of a few seconds it may run
    /// at a quarter of its clock rate, and short runs with waits between them do not change that. In the
    /// rounds the same is done with its own work, where others ran by clocks of their own before it.
    double busy_seconds = 0.4;
    /// In so many of the first rounds each variant also runs without an observer, for Row::overhead: after
    /// all have run with one, so that each run finds the caches as another variant left them.
    int overhead_repetitions = 3;
    /// Every round in another order, the same in every measurement: what a run finds in the caches depends on
    /// whose run was before it, and that shall not always be the same one. Otherwise in the order of the
    /// variants.
    bool shuffled = true;
    Clock clock = steady_time; ///< for all that is not timed by OpenGL, or by a clock of the work itself
};

/// Decides when a variant has been repeated often enough by MeasureOptions: number of repetitions, their
/// total time, and their noise.
///
///     RepetitionGoal goal({.repetitions = 2, .min_seconds = 0.01});
///     goal.add(4);    // milliseconds
///     goal.add(4);
///     goal.reached(); // false: 8 ms of 10
///     goal.fraction(); // 0.8
class RepetitionGoal {
public:
    /// Errors: usage, naming the option that is out of range.
    explicit RepetitionGoal(const MeasureOptions& options);

    void add(double milliseconds);

    bool reached() const;
    /// Progress in repetitions and time, in [0, 1], never falling. It leaves out the noise, which settles
    /// after an unknown time.
    double fraction() const;

private:
    int repetitions_;
    double min_milliseconds_;
    double max_noise_;
    std::vector<double> milliseconds_;
    double sum_ = 0;
};

/// Called when a group is done, with its rows: those of Results::rows, in their order, and as they will be.
/// May be empty.
using RowsFinished = std::function<void(std::span<const Row> rows)>;

/// Measures a plan. In each group the roof and every variant run once to warm up; then they take turns, round
/// by round, so that a drift of the machine hits all alike, see MeasureOptions::shuffled. A variant whose
/// work throws an Error, or leaves an OpenGL error, is skipped with that reason; an Error of the roof or of
/// PlannedGroup::make is passed on. When told to stop, the group at hand is kept where each of its variants
/// has a repetition, and left out otherwise; Results::complete is false then. Results::environment is left to
/// the caller. The engine, whichever the work runs on, has its observer back afterwards.
///
/// Errors: usage where an option is out of range.
Results measure(Observed& engine, gl::TimerKind timer, const Plan& plan, const MeasureOptions& options,
                const ProgressHook& progress, const RowsFinished& finished = {});

/// The same without OpenGL, of a plan whose variants and roofs all are timed by clocks of their own; others
/// are an Error (usage).
Results measure(const Plan& plan, const MeasureOptions& options, const ProgressHook& progress,
                const RowsFinished& finished = {});

} // namespace scanline::bench
