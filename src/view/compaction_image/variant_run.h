#pragma once
#include "scanline/gl/timer.h"
#include "scanline/view/widgets.h"
#include "trace/run_trace.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace scanline::view {

/// One variant of a compaction, run and traced by jobs of the worker: first the result and the step that is
/// shown, then the times, then what may be looked at next. At most one job is under way. A variant that is
/// started again keeps what it had until the new result is there.
class VariantRun {
public:
    /// letter: what the variant is called.
    VariantRun(Worker& worker, std::string letter) : worker_(&worker), letter_(std::move(letter)) {}

    /// Runs a spec, and gives up what was under way.
    void start(const CompactionSpec& spec);
    /// Forgets everything.
    void clear();
    void set_cap(std::int64_t bytes);

    /// Posts the next job where none is under way: called before every frame. shown: the steps on screen, the
    /// most important first. ahead: whether the next ones will be soon, because the transport plays.
    void update(std::span<const int> shown, bool ahead);

    /// Null before the first result. That of the spec before while a new one runs.
    RunTrace* trace() { return trace_ ? &*trace_ : nullptr; }
    const RunTrace* trace() const { return trace_ ? &*trace_ : nullptr; }
    /// True if the snapshot of a step on screen fits into the cap beside more important ones.
    bool fits(int step) const { return std::ranges::find(shown_, step) != shown_.end(); }
    /// Counts the traces: another number is another run.
    int generation() const { return generation_; }
    /// Letter and generation: "A 3".
    std::string id() const { return letter_ + " " + std::to_string(generation_); }

    /// True until the result of the spec that was started is there.
    bool recording() const { return recording_.pending(); }
    bool busy() const { return recording_.pending() || timing_.pending() || capturing_.pending(); }
    /// Of the job under way; empty if there is none.
    Ticket::Progress progress() const;

private:
    /// Gives up what is under way.
    void stop();
    /// Returns false if there is nothing to capture.
    bool post_capture(std::vector<int> reserved, bool shown);
    void end_capture();

    Worker* worker_;
    std::string letter_;
    std::int64_t cap_ = std::int64_t{256} << 20;
    std::vector<int> shown_;
    std::optional<RunTrace> trace_;
    int generation_ = 0;
    bool times_posted_ = false, filled_ = false;
    Ticket recording_, timing_, capturing_;
    std::vector<int> captured_; ///< what the capture under way has reserved
    bool capturing_shown_ = false;
    std::set<int> failed_; ///< steps whose capture ended with an error: not tried again
};

/// The stages of compactions, each in a colour of its own.
StageTable stage_table(std::span<const std::vector<gl::TimedSpan>> variants);

} // namespace scanline::view
