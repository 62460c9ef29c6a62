#pragma once
#include "scanline/kdtree/tree.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

namespace scanline::kdtree {

/// Subtrees that are still to be built, for threads that take them and put others back. It is done once all
/// that was put in has been finished.
class SubtreeQueue {
public:
    /// Subtrees of more than `largest_whole` nodes may be split, and one side of each put back. There is room
    /// for all of them from the beginning: threads that must not throw put them.
    SubtreeQueue(const Subtree& whole, std::int64_t largest_whole);

    /// Waits for one; none once it is done.
    std::optional<Subtree> take();
    void put(const Subtree& subtree);
    /// One that was taken needs no more work but what was put back of it.
    void finish();
    /// Ends it for all threads: nothing is there to be taken any more.
    void give_up();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Subtree> waiting_;
    int unfinished_;
    bool given_up_ = false;
};

} // namespace scanline::kdtree
