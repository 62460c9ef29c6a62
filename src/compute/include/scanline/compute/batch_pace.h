#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/clock.h"

#include <algorithm>
#include <cstdint>

namespace scanline::compute {

/// Chooses the batch size of a call: all items that fit, or if a hook may cancel the call, few at first and
/// then batches of about 50 ms, since running GPU work cannot be stopped.
///
///     BatchPace pace(fitting, limits);
///     for (std::int64_t first = 0, count = 0; first < items; first += count) {
///         count = std::min(pace.size(), items - first);
///         pace.run(count, [&] { work_and_wait(first, count); });
///     }
class BatchPace {
public:
    /// most: 1 or more.
    BatchPace(std::int64_t most, const CallLimits& limits)
        : max_(most), is_paced_(limits.cancelled != nullptr),
          size_(is_paced_ ? std::min(most, first_size) : most) {}

    std::int64_t size() const { return size_; }

    /// Calls work(), which processes `items` and waits for the results.
    template <class Work>
    void run(std::int64_t items, Work work) {
        const Stopwatch watch(steady_time);
        work();
        if (!is_paced_)
            return;
        const double time = watch.milliseconds();
        if (time > slow)
            size_ = std::max<std::int64_t>(items / 2, 1);
        else if (time < fast && items == size_)
            size_ = std::min(max_, size_ * growth);
    }

private:
    static constexpr std::int64_t first_size = 512, growth = 8;
    static constexpr double slow = 100, fast = 12; // milliseconds

    const std::int64_t max_;
    const bool is_paced_;
    std::int64_t size_;
};

} // namespace scanline::compute
