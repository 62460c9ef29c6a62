#include "scanline/cpu/barrier.h"
#include "spin.h"

namespace scanline::cpu {

void Barrier::wait() {
    const unsigned round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
        arrived_.store(0, std::memory_order_relaxed);
        round_.store(round + 1, std::memory_order_release);
        return;
    }
    spin_until([&] { return round_.load(std::memory_order_acquire) != round; });
}

} // namespace scanline::cpu
