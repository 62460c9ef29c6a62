#include "compaction_image/variant_run.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

// A stage always has the same colour; stages that never run together share one.
std::size_t series_of(std::string_view name) {
    namespace stage = raster::stage;
    constexpr std::array<std::pair<std::string_view, std::size_t>, stage::all.size()> places{{
        {stage::discriminate, 0},
        {stage::pack, 0},
        {stage::run_lengths, 1},
        {stage::lookup, 1},
        {stage::reduction, 2},
        {stage::search, 3},
        {stage::prefix_sum, 4},
        {stage::concatenation, 5},
        {stage::run_extraction, 6},
        {stage::survey, 6},
        {stage::block_scan, 7},
    }};
    const auto* const found = std::ranges::find(places, name, [](const auto& place) { return place.first; });
    return found == places.end() ? 0 : found->second;
}

double sum_of(std::span<const gl::TimedSpan> spans, std::string_view stage) {
    double sum = 0;
    for (const gl::TimedSpan& span : spans)
        sum += span.name == stage ? span.milliseconds : 0;
    return sum;
}

} // namespace

void VariantRun::start(const CompactionSpec& spec) {
    stop();
    recording_ = worker_->post(fmt::format("compacting {}", spec.source->name),
                               [this, spec, shown = shown_](WorkerContext& context) -> Worker::Completion {
                                   auto run = std::make_shared<std::optional<RecordedRun>>(
                                       record_run(context, spec, shown));
                                   return [this, run] {
                                       if (!*run)
                                           return;
                                       trace_.emplace(std::move(**run), cap_);
                                       ++generation_;
                                       times_posted_ = filled_ = false;
                                       failed_.clear();
                                   };
                               });
}

void VariantRun::stop() {
    for (Ticket* ticket : {&recording_, &timing_, &capturing_})
        ticket->cancel();
    end_capture();
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
    const bool missing = std::ranges::any_of(
        shown_, [&](int step) { return !snapshots.has(step) && !failed_.contains(step); });
    if (capturing_.pending()) {
        // Visible snapshots have priority over speculative ones.
        if (missing && !capturing_shown_)
            capturing_.stop();
        return;
    }
    // Do not request steps again whose job threw.
    failed_.insert(captured_.begin(), captured_.end());
    end_capture();
    if (missing && post_capture(snapshots.reserve(shown_), true))
        return;
    if (timing_.pending())
        return;
    if (!std::exchange(times_posted_, true)) {
        timing_ = worker_->post(
            "timing", [this, record = trace_->record](WorkerContext& context) -> Worker::Completion {
                return [this, times = time_run(context, *record)] {
                    if (times)
                        trace_->times = times;
                };
            });
        return;
    }
    const auto near = with_neighbours(shown_, snapshots.count(), ahead ? 6 : 2, 1);
    if (post_capture(snapshots.reserve(near), false))
        return;
    if (!filled_) {
        filled_ = true;
        post_capture(snapshots.reserve_evenly(), false);
    }
}

bool VariantRun::post_capture(std::vector<int> reserved, bool shown) {
    std::erase_if(reserved, [&](int step) {
        if (!failed_.contains(step))
            return false;
        trace_->snapshots.give_up(std::span(&step, 1));
        return true;
    });
    if (reserved.empty())
        return false;
    captured_ = reserved;
    capturing_shown_ = shown;
    capturing_ = worker_->post(
        "reading passes",
        [this, reserved, record = trace_->record](WorkerContext& context) -> Worker::Completion {
            auto snapshots = std::make_shared<Snapshots>(capture(context, *record, reserved));
            return [this, snapshots, reserved] {
                for (auto& [step, texels] : *snapshots)
                    trace_->snapshots.add(step, std::move(texels));
                trace_->snapshots.give_up(reserved);
                // A job that was stopped has more to do.
                filled_ = filled_ && snapshots->size() == reserved.size();
                captured_.clear();
            };
        });
    return true;
}

void VariantRun::end_capture() {
    if (trace_)
        trace_->snapshots.give_up(captured_);
    captured_.clear();
}

StageTable stage_table(std::span<const std::vector<gl::TimedSpan>> variants) {
    StageTable table;
    table.totals.assign(variants.size(), 0.0);
    for (const std::string_view stage : raster::stage::all) {
        StageTable::Row row{std::string(stage), {}, series_of(stage)};
        for (const std::vector<gl::TimedSpan>& variant : variants)
            row.milliseconds.push_back(sum_of(variant, stage));
        if (std::ranges::all_of(row.milliseconds, [](double time) { return time == 0; }))
            continue;
        for (std::size_t i = 0; i < variants.size(); ++i)
            table.totals[i] += row.milliseconds[i];
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace scanline::view
