#pragma once
#include "scanline/core/cancellation.h"

#include <atomic>
#include <catch2/catch_all.hpp>
#include <cstdint>
#include <limits>
#include <memory>

namespace scanline::kdtree::test {

/// A hook that cancels from its nth call on, and counts calls.
class CancelAt {
public:
    explicit CancelAt(std::int64_t call) : call_(call) {}

    CancelHook hook() const {
        return [call = call_, calls = calls_] { return ++*calls >= call; };
    }
    std::int64_t calls() const { return *calls_; }

private:
    std::int64_t call_;
    std::shared_ptr<std::atomic<std::int64_t>> calls_ = std::make_shared<std::atomic<std::int64_t>>(0);
};

/// Requires that work(hook) is cancelled at the hook's nth call. The number of polls depends on the speed of
/// threads and of the GPU: a run with fewer calls completes normally.
template <class Work>
void check_cancelled_at(std::int64_t call, Work work) {
    const CancelAt at(call);
    bool cancelled = false;
    try {
        work(at.hook());
    } catch (const Cancelled&) {
        cancelled = true;
    }
    INFO("cancelled at call " << call << ", of which there were " << at.calls());
    CHECK(cancelled == (at.calls() >= call));
}

/// The same at the first and the last call, and some between; also requires a minimum number of polls.
template <class Work>
void check_cancelled_anywhere(std::int64_t min_calls, Work work) {
    const CancelAt never(std::numeric_limits<std::int64_t>::max());
    work(never.hook());
    CHECK(never.calls() >= min_calls);
    constexpr std::int64_t tried = 4;
    for (std::int64_t i = 0; i <= tried; ++i)
        check_cancelled_at(1 + (never.calls() - 1) * i / tried, work);
}

} // namespace scanline::kdtree::test
