#include "scanline/core/work_counter.h"

namespace scanline {

Work& Work::operator+=(const Work& other) {
    passes += other.passes;
    items += other.items;
    fetches += other.fetches;
    uncounted_passes += other.uncounted_passes;
    return *this;
}

void WorkCounter::stage_begins(std::string_view stage) {
    stages_.push_back({std::string(stage), {}});
}

void WorkCounter::pass_ends(const Pass& pass) {
    if (stages_.empty())
        stages_.push_back({});
    stages_.back().work += {1, pass.items, pass.fetches.value_or(0), pass.fetches ? 0u : 1u};
}

Work WorkCounter::total() const {
    Work sum;
    for (const Stage& stage : stages_)
        sum += stage.work;
    return sum;
}

} // namespace scanline
