#include "scanline/bench/stage_times.h"

#include <algorithm>
#include <utility>

namespace scanline::bench {

void StageTimes::stage_begins(std::string_view /*stage*/) {
    begin_ = std::chrono::steady_clock::now();
}

void StageTimes::stage_ends(std::string_view stage) {
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin_;
    stages_.stages.push_back({std::string(stage), time.count()});
    stages_.milliseconds += time.count();
}

Repetition StageTimes::take() {
    return std::exchange(stages_, {});
}

Repetition take_stages(gl::StageTimer& timer) {
    Repetition repetition;
    for (gl::StageTimer::Stage& stage : timer.take()) {
        repetition.milliseconds += stage.milliseconds;
        repetition.stages.push_back({std::move(stage.name), stage.milliseconds});
    }
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
