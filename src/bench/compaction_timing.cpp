#include "scanline/bench/compaction_timing.h"

#include "scanline/bench/statistics.h"

namespace scanline::bench {

namespace {

StageTimes run_once(gl::StageTimer& timer, const Work& work) {
    work();
    StageTimes times{timer.take(), 0};
    for (const gl::StageTimer::Stage& stage : times.stages)
        times.milliseconds += stage.milliseconds;
    return times;
}

} // namespace

std::vector<std::vector<StageTimes>> time_interleaved(raster::Engine& engine, gl::TimerKind kind,
                                                      const std::vector<Work>& pieces, int repetitions,
                                                      const std::function<bool()>& keep_going) {
    gl::StageTimer timer(kind);
    const raster::ObserverScope scope(engine, &timer);
    for (const Work& work : pieces)
        run_once(timer, work);
    std::vector<std::vector<StageTimes>> samples(pieces.size());
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
            if (keep_going && !keep_going())
                return samples;
            samples[piece].push_back(run_once(timer, pieces[piece]));
        }
    }
    return samples;
}

const StageTimes& median_repetition(const std::vector<StageTimes>& repetitions) {
    std::vector<double> totals;
    totals.reserve(repetitions.size());
    for (const StageTimes& times : repetitions)
        totals.push_back(times.milliseconds);
    return repetitions[median_index(totals)];
}

StageTimes time_work(raster::Engine& engine, gl::TimerKind kind, const Work& work, int repetitions) {
    return median_repetition(time_interleaved(engine, kind, {work}, repetitions)[0]);
}

} // namespace scanline::bench
