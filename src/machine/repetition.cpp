#include "scanline/machine/repetition.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

namespace scanline::machine {

namespace {

// Stages repeat if parts of the data are processed in turn; accumulate them.
void add(Repetition& repetition, std::string_view stage, double milliseconds) {
    repetition.milliseconds += milliseconds;
    const auto known = std::ranges::find(repetition.stages, stage, &Stage::name);
    if (known == repetition.stages.end())
        repetition.stages.push_back({std::string(stage), milliseconds});
    else
        known->milliseconds += milliseconds;
}

} // namespace

const Repetition& median_repetition(std::span<const Repetition> repetitions) {
    assert(!repetitions.empty());
    std::vector<const Repetition*> order;
    for (const Repetition& repetition : repetitions)
        order.push_back(&repetition);
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>((order.size() - 1) / 2);
    std::ranges::nth_element(order, middle, {}, &Repetition::milliseconds);
    return **middle;
}

void StageTimes::stage_begins(std::string_view /*stage*/) {
    watch_.emplace(clock_);
}

void StageTimes::stage_ends(std::string_view stage) {
    add(stages_, stage, watch_->milliseconds());
}

Repetition StageTimes::take() {
    return std::exchange(stages_, {});
}

Repetition repetition_of(std::span<const gl::TimedSpan> spans) {
    Repetition repetition;
    for (const gl::TimedSpan& span : spans)
        add(repetition, span.name, span.milliseconds);
    return repetition;
}

Repetition take_stages(gl::StageTimer& timer) {
    return repetition_of(timer.take());
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

Repetition time_whole(gl::SpanTimer& timer, std::string_view stage, const std::function<void()>& work) {
    timer.begin(std::string(stage));
    work();
    timer.end();
    const double milliseconds = timer.take().front().milliseconds;
    return {{{std::string(stage), milliseconds}}, milliseconds};
}

Repetition time_whole(std::string_view stage, const std::function<void()>& work, const Clock& clock) {
    const Stopwatch watch(clock);
    work();
    const double milliseconds = watch.milliseconds();
    return {{{std::string(stage), milliseconds}}, milliseconds};
}

std::vector<Repetition> repeat(const RepeatOptions& options, const std::function<Repetition()>& once) {
    if (options.warm_up)
        once();
    std::vector<Repetition> times;
    for (int i = 0; i < options.repetitions && !(options.stop && options.stop()); ++i)
        times.push_back(once());
    return times;
}

Repetition median_time(const std::function<Repetition()>& once, const CancelHook& cancelled) {
    constexpr std::size_t max_repetitions = 9;
    constexpr std::chrono::milliseconds enough{200};
    const auto end = std::chrono::steady_clock::now() + enough;
    std::vector<Repetition> repetitions{once()};
    while (repetitions.size() < max_repetitions && std::chrono::steady_clock::now() < end && !cancelled())
        repetitions.push_back(once());
    return median_repetition(repetitions);
}

} // namespace scanline::machine
