#pragma once
#include "scanline/raster/passes.h"
#include "scanline/view/widgets.h"
#include "trace/run_trace.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace scanline::view {

/// One variant of a compaction, run and traced by jobs of the worker: first the result and the visible step,
/// then the times, then steps likely to be viewed next. At most one job is in flight. A restarted variant
/// keeps its old data until the new result arrives.
class VariantRun {
public:
    /// letter: the variant's name.
    VariantRun(Worker& worker, std::string letter) : worker_(&worker), letter_(std::move(letter)) {}

    /// Runs a spec, and abandons work in flight.
    void start(const CompactionSpec& spec);
    /// Forgets everything.
    void clear();
    void set_cap(std::int64_t bytes);

    /// Posts the next job if none is in flight. Call before every frame. shown: the steps on screen, the most
    /// important first. ahead: the transport is playing, so the next steps will follow soon.
    void update(std::span<const int> shown, bool ahead);

    /// Null before the first result. While a new spec runs, the trace of the previous one.
    RunTrace* trace() { return trace_ ? &*trace_ : nullptr; }
    const RunTrace* trace() const { return trace_ ? &*trace_ : nullptr; }
    /// True if the snapshot of a step on screen fits into the cap besides more important ones.
    bool fits(int step) const { return std::ranges::find(shown_, step) != shown_.end(); }
    /// Number of traces so far: a new number means a new run.
    int generation() const { return generation_; }
    /// Letter and generation: "A 3".
    std::string id() const { return letter_ + " " + std::to_string(generation_); }

    /// True until the result of the current spec is available.
    bool recording() const { return recording_.pending(); }
    bool busy() const { return recording_.pending() || timing_.pending() || capturing_.pending(); }
    /// Progress of the job in flight; empty if there is none.
    Ticket::Progress progress() const;

private:
    /// Abandons work in flight.
    void stop();
    /// Returns false if there is nothing to capture.
    bool post_capture(std::vector<int> steps, bool shown);

    Worker* worker_;
    std::string letter_;
    std::int64_t cap_ = std::int64_t{256} << 20;
    std::vector<int> shown_;
    std::optional<RunTrace> trace_;
    int generation_ = 0;
    bool times_posted_ = false, filled_ = false;
    Ticket recording_, timing_, capturing_;
    std::vector<int> captured_; ///< steps of the capture in flight
    bool capturing_shown_ = false;
    std::set<int> failed_; ///< steps whose capture failed; not retried
};

/// A stage always has the same colour; stages that never run together share one.
inline constexpr std::array<StageColour, raster::stage::all.size()> compaction_stages{{
    {raster::stage::survey, 6},
    {raster::stage::discriminate, 0},
    {raster::stage::pack, 0},
    {raster::stage::run_lengths, 1},
    {raster::stage::run_extraction, 6},
    {raster::stage::reduction, 2},
    {raster::stage::prefix_sum, 4},
    {raster::stage::lookup, 1},
    {raster::stage::search, 3},
    {raster::stage::block_scan, 7},
    {raster::stage::concatenation, 5},
}};

} // namespace scanline::view
