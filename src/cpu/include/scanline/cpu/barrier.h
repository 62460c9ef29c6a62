#pragma once
#include <atomic>

namespace scanline::cpu {

/// Where threads wait until all have come, again and again. It spins briefly, because the others come soon
/// where each has a processor, then yields, because they cannot come where they wait for one. What was
/// written before is seen by all behind it. Source: the counting barrier of Zhang, Wang, Ross 2020,
/// section 2.2.1.
class Barrier {
public:
    explicit Barrier(int threads) : threads_(threads) {}

    void wait();

private:
    // On lines of their own: whoever comes writes one, those who wait read the other.
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<unsigned> round_{0};
    const int threads_;
};

} // namespace scanline::cpu
