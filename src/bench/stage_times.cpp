#include "scanline/bench/stage_times.h"

#include <algorithm>
#include <utility>

namespace scanline::bench {

namespace {

// One that comes again, as parts of the data are worked on one after the other, adds to itself.
void add(Repetition& repetition, std::string_view stage, double milliseconds) {
    repetition.milliseconds += milliseconds;
    const auto known = std::ranges::find(repetition.stages, stage, &Stage::name);
    if (known == repetition.stages.end())
        repetition.stages.push_back({std::string(stage), milliseconds});
    else
        known->milliseconds += milliseconds;
}

} // namespace

void StageTimes::stage_begins(std::string_view /*stage*/) {
    watch_.emplace(clock_);
}

void StageTimes::stage_ends(std::string_view stage) {
    add(stages_, stage, watch_->milliseconds());
}

Repetition StageTimes::take() {
    return std::exchange(stages_, {});
}

Repetition take_stages(gl::StageTimer& timer) {
    Repetition repetition;
    for (const gl::StageTimer::Stage& stage : timer.take())
        add(repetition, stage.name, stage.milliseconds);
    return repetition;
}

Repetition time_stages(const std::function<void(PassObserver* observer)>& work, const Clock& clock) {
    StageTimes times(clock);
    const Stopwatch watch(clock);
    work(&times);
    const double whole = watch.milliseconds();
    Repetition repetition = times.take();
    const double other = std::max(whole - repetition.milliseconds, 0.0);
    repetition.stages.push_back({std::string(other_stage), other});
    repetition.milliseconds += other;
    return repetition;
}

} // namespace scanline::bench
