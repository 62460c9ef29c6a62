#pragma once
#include "scanline/core/error.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace scanline {

/// Returns true to end a call early; an empty hook never does. Every thread of the call polls it every few
/// milliseconds, so calls may be concurrent.
///
///     std::atomic<bool> stop = false;   // set elsewhere
///     kdtree::knn(tree, queries, 10, radius, {.limits = {.cancelled = [&stop] { return stop.load(); }}});
using CancelHook = std::function<bool()>;

/// Called now and then with the fraction done, in [0, 1], never falling, and what is being done. false ends
/// the call early. May be empty.
using ProgressHook = std::function<bool(double fraction, const std::string& what)>;

/// The limits of a call whose work or results may be large.
struct CallLimits {
    CancelHook cancelled{};
    /// Limit on the bytes of results; if empty, available_memory().
    std::optional<std::int64_t> memory{};
};

/// Thrown by a call whose hook returned true. The contents of its outputs are unspecified.
class Cancelled : public Error {
public:
    Cancelled() : Error("cancelled: there is no result") {}
};

/// Polls a hook from inside loops; use one poll per thread.
///
///     CancelPoll poll(hook);
///     for (const Point& point : points) {
///         poll.count();
///         look_at(point);
///     }
class CancelPoll {
public:
    /// Never cancels.
    CancelPoll() = default;
    /// hook: not owned.
    explicit CancelPoll(const CancelHook& hook) : hook_(&hook) {}

    /// Counts steps of a few nanoseconds each, and polls the hook every steps_between steps. Throws
    /// Cancelled.
    void count(std::int64_t steps = 1) {
        left_ -= steps;
        if (left_ <= 0)
            ask();
    }
    /// Polls the hook now. Throws Cancelled.
    void ask() {
        left_ = steps_between;
        if (hook_ != nullptr && *hook_ && (*hook_)())
            throw Cancelled();
    }

    static constexpr std::int64_t steps_between = 1 << 16;

private:
    const CancelHook* hook_ = nullptr;
    std::int64_t left_ = steps_between;
};

/// Wraps a comparison for standard algorithms so that every call counts a step.
template <class Less>
auto polling(Less less, CancelPoll& poll) {
    return [less, &poll](const auto& a, const auto& b) {
        poll.count();
        return less(a, b);
    };
}

/// Sorts; polls along the way if there are many elements. Errors: Cancelled.
template <class Iterator, class Less>
void cancellable_sort(Iterator first, Iterator last, Less less, CancelPoll& poll) {
    // Counting each comparison slows a short sort by a tenth.
    constexpr std::int64_t few = CancelPoll::steps_between / 16;
    const auto size = static_cast<std::int64_t>(last - first);
    if (size > few) {
        std::sort(first, last, polling(less, poll));
        return;
    }
    poll.count(size);
    std::sort(first, last, less);
}

/// Calls work(first, last) for consecutive pieces of [0, size). Counts `steps` per element before each piece.
template <class Work>
void in_pieces(std::int64_t size, std::int64_t steps, CancelPoll& poll, Work work) {
    const std::int64_t piece = std::max<std::int64_t>(CancelPoll::steps_between / steps, 1);
    for (std::int64_t first = 0; first < size; first += piece) {
        const std::int64_t last = std::min(first + piece, size);
        poll.count((last - first) * steps);
        work(first, last);
    }
}

} // namespace scanline
