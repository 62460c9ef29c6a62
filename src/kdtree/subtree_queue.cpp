#include "subtree_queue.h"

#include <algorithm>

namespace scanline::kdtree {

std::optional<Subtree> SubtreeQueue::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || unfinished_ == 0; });
    if (waiting_.empty())
        return std::nullopt;
    // The largest first: what is left for the end is small.
    const auto largest = std::ranges::max_element(waiting_, {}, &Subtree::size);
    const Subtree taken = *largest;
    *largest = waiting_.back();
    waiting_.pop_back();
    return taken;
}

void SubtreeQueue::put(const Subtree& subtree) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(subtree);
    ++unfinished_;
    changed_.notify_one();
}

void SubtreeQueue::finish() {
    const std::lock_guard lock(mutex_);
    if (--unfinished_ == 0)
        changed_.notify_all();
}

} // namespace scanline::kdtree
