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
    begin_ = std::chrono::steady_clock::now();
}

void StageTimes::stage_ends(std::string_view stage) {
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin_;
    add(stages_, stage, time.count());
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

Repetition time_stages(const std::function<void(PassObserver* observer)>& work) {
    StageTimes times;
    const auto begin = std::chrono::steady_clock::now();
    work(&times);
    const std::chrono::duration<double, std::milli> whole = std::chrono::steady_clock::now() - begin;
    Repetition repetition = times.take();
    const double other = std::max(whole.count() - repetition.milliseconds, 0.0);
    repetition.stages.push_back({std::string(other_stage), other});
    repetition.milliseconds += other;
    return repetition;
}

} // namespace scanline::bench
