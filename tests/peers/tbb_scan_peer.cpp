// The peers tbb-scan and tbb-scan-simd: tbb::parallel_scan over a plain loop, or over one that the compiler
// makes of registers.
#include "float_scan_peer.h"
#include "tbb_arena.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

#include <functional>

namespace scanline::peer {
namespace {

using Range = tbb::blocked_range<std::size_t>;

float total_of(const float* floats, const Range& range, float sum) {
#ifdef SCANLINE_PEER_SIMD
#pragma omp simd reduction(+ : sum)
#endif
    for (std::size_t i = range.begin(); i < range.end(); ++i)
        sum += floats[i];
    return sum;
}

float scan_of(const float* floats, float* sums, const Range& range, float sum) {
#ifdef SCANLINE_PEER_SIMD
#pragma omp simd reduction(inscan, + : sum)
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
        sum += floats[i];
#pragma omp scan inclusive(sum)
        sums[i] = sum;
    }
#else
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
        sum += floats[i];
        sums[i] = sum;
    }
#endif
    return sum;
}

void scan(const float* floats, float* sums, std::size_t size, int threads) {
    arena_of(threads).execute([=] {
        tbb::parallel_scan(
            Range(0, size), 0.0f,
            [=](const Range& range, float sum, bool is_final) {
                return is_final ? scan_of(floats, sums, range, sum) : total_of(floats, range, sum);
            },
            std::plus<>());
    });
}

} // namespace

const FloatScan float_scan{.one_thread = false, .scan = scan, .needs = own_instructions};

} // namespace scanline::peer
