#include "scanline/core/pass_observer.h"

#include <algorithm>

namespace scanline {

void PassObserver::stage_begins(std::string_view /*stage*/) {}
void PassObserver::stage_ends(std::string_view /*stage*/) {}
void PassObserver::pass_begins(const Pass& /*pass*/) {}
void PassObserver::pass_ends(const Pass& /*pass*/) {}

void ObserverChain::stage_begins(std::string_view stage) {
    for (PassObserver* observer : observers_)
        observer->stage_begins(stage);
}

void ObserverChain::stage_ends(std::string_view stage) {
    std::for_each(observers_.rbegin(), observers_.rend(),
                  [stage](PassObserver* observer) { observer->stage_ends(stage); });
}

void ObserverChain::pass_begins(const Pass& pass) {
    for (PassObserver* observer : observers_)
        observer->pass_begins(pass);
}

void ObserverChain::pass_ends(const Pass& pass) {
    std::for_each(observers_.rbegin(), observers_.rend(),
                  [&pass](PassObserver* observer) { observer->pass_ends(pass); });
}

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
