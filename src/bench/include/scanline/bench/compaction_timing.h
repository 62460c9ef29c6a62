#pragma once
#include "scanline/gl/timer.h"
#include "scanline/raster/compactor.h"

#include <functional>
#include <vector>

namespace scanline::bench {

/// One repetition: its stages in the order in which they ran, and their sum.
struct StageTimes {
    std::vector<gl::StageTimer::Stage> stages;
    double milliseconds = 0;
};

/// Something to be timed: runs once, announcing its stages to the engine's observer.
using Work = std::function<void()>;

/// Times several pieces of work stage by stage, repetitions interleaved (every piece once, then again), so
/// that a drift of the machine hits all alike; one run of each before that is not counted.
/// samples[piece][repetition]. keep_going is asked between runs; false ends with the repetitions done so far.
std::vector<std::vector<StageTimes>> time_interleaved(raster::Engine& engine, gl::TimerKind timer,
                                                      const std::vector<Work>& pieces, int repetitions,
                                                      const std::function<bool()>& keep_going = {});

/// The repetition with the median total: its stages add up to its total, which medians of each would not.
const StageTimes& median_repetition(const std::vector<StageTimes>& repetitions);

/// The median repetition of one piece of work, see above.
StageTimes time_work(raster::Engine& engine, gl::TimerKind timer, const Work& work, int repetitions);

} // namespace scanline::bench
