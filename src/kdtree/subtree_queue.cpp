#include "subtree_queue.h"

#include <algorithm>

namespace scanline::kdtree {

SubtreeQueue::SubtreeQueue(const Subtree& whole, std::int64_t largest_whole) : unfinished_(1) {
    // At depth d are at most 2^d subtrees of at most size / 2^d nodes: all that are split are fewer than
    // twice as many as those of the last depth.
    waiting_.reserve(static_cast<std::size_t>(1 + 2 * (whole.size() / largest_whole)));
    waiting_.push_back(whole);
}

std::optional<Subtree> SubtreeQueue::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || unfinished_ == 0 || given_up_; });
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
    if (given_up_)
        return;
    waiting_.push_back(subtree);
    ++unfinished_;
    changed_.notify_one();
}

void SubtreeQueue::finish() {
    const std::lock_guard lock(mutex_);
    if (--unfinished_ == 0)
        changed_.notify_all();
}

void SubtreeQueue::give_up() {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
    waiting_.clear();
    changed_.notify_all();
}

} // namespace scanline::kdtree
