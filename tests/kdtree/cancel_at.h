#pragma once
#include "scanline/core/cancellation.h"

#include <atomic>
#include <catch2/catch_all.hpp>
#include <cstdint>
#include <limits>
#include <memory>

namespace scanline::kdtree::test {

/// A hook that cancels from its nth call on, and counts its calls.
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

/// That work(hook) is cancelled whenever the hook says so: at its first and last call, and some between; and
/// that it asks at least so many times.
template <class Work>
void check_cancelled_anywhere(std::int64_t least_calls, Work work) {
    const CancelAt never(std::numeric_limits<std::int64_t>::max());
    work(never.hook());
    CHECK(never.calls() >= least_calls);
    constexpr std::int64_t tried = 4;
    for (std::int64_t i = 0; i <= tried; ++i) {
        const CancelAt at(1 + (never.calls() - 1) * i / tried);
        INFO("cancelled at call " << 1 + (never.calls() - 1) * i / tried << " of " << never.calls());
        CHECK_THROWS_AS(work(at.hook()), Cancelled);
    }
}

} // namespace scanline::kdtree::test
