#include "compaction_image/variant_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

void VariantRun::start(const CompactionSpec& spec) {
    stop();
    recording_ = worker_->post(
        fmt::format("compacting {}", spec.source->name),
        [spec, shown = shown_](WorkerContext& context) { return record_run(context, spec, shown); },
        [this](std::optional<RecordedRun> run) {
            if (!run)
                return;
            trace_.emplace(std::move(*run), cap_);
            ++generation_;
            times_posted_ = filled_ = false;
            failed_.clear();
        });
}

void VariantRun::stop() {
    for (Ticket* ticket : {&recording_, &timing_, &capturing_})
        ticket->cancel();
    captured_.clear();
}

void VariantRun::clear() {
    stop();
    trace_.reset();
}

void VariantRun::set_cap(std::int64_t bytes) {
    if (bytes == cap_)
        return;
    cap_ = bytes;
    filled_ = false;
    if (trace_)
        trace_->snapshots.set_cap(bytes);
}

Ticket::Progress VariantRun::progress() const {
    for (const Ticket* ticket : {&recording_, &capturing_, &timing_}) {
        if (ticket->pending())
            return ticket->progress();
    }
    return {};
}

void VariantRun::update(std::span<const int> shown, bool ahead) {
    shown_.assign(shown.begin(), shown.end());
    if (!trace_ || recording_.pending())
        return;
    SnapshotStore& snapshots = trace_->snapshots;
    // Others will never come, so do not wait for them.
    shown_ = snapshots.fitting(shown_);
    if (capturing_.pending()) {
        // Visible snapshots have priority over speculative ones.
        const bool missing = std::ranges::any_of(
            shown_, [&](int step) { return !snapshots.has(step) && !failed_.contains(step); });
        if (missing && !capturing_shown_)
            capturing_.stop();
        return;
    }
    // Do not request steps again whose job threw.
    failed_.insert(captured_.begin(), captured_.end());
    captured_.clear();
    if (post_capture(snapshots.make_room(shown_), true) || timing_.pending())
        return;
    if (!std::exchange(times_posted_, true)) {
        timing_ = worker_->post(
            "timing",
            [record = trace_->record](WorkerContext& context) { return time_run(context, *record); },
            [this](const std::optional<RunTimes>& times) {
                if (times)
                    trace_->times = times;
            });
        return;
    }
    const auto near = with_neighbours(shown_, snapshots.count(), ahead ? 6 : 2, 1);
    if (!post_capture(snapshots.make_room(near), false) && !std::exchange(filled_, true))
        post_capture(snapshots.spread(), false);
}

bool VariantRun::post_capture(std::vector<int> steps, bool shown) {
    std::erase_if(steps, [&](int step) { return failed_.contains(step); });
    if (steps.empty())
        return false;
    captured_ = steps;
    capturing_shown_ = shown;
    capturing_ = worker_->post(
        "reading passes",
        [steps, record = trace_->record](WorkerContext& context) { return capture(context, *record, steps); },
        [this](const Snapshots& snapshots) {
            for (const auto& [step, texels] : snapshots)
                trace_->snapshots.add(step, texels);
            // A job that was stopped has more to do.
            filled_ = filled_ && snapshots.size() == captured_.size();
            captured_.clear();
        });
    return true;
}

} // namespace scanline::view
