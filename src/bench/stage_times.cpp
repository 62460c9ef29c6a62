#include "scanline/bench/stage_times.h"

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

} // namespace scanline::bench
