#pragma once
#include <thread>
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace scanline::cpu {

/// Waits until done() gives true: by looking again for about a microsecond, then by letting others run first.
template <class Done>
void spin_until(Done done) {
    constexpr int brief = 200;
    for (int look = 0; !done();) {
        if (look >= brief) {
            std::this_thread::yield();
            continue;
        }
        ++look;
#if defined(__x86_64__) || defined(__i386__)
        _mm_pause();
#endif
    }
}

} // namespace scanline::cpu
