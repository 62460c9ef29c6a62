// The peer openmp: a loop with a scan directive, over registers, and over threads where there are several.
#include "float_scan_peer.h"

namespace scanline::peer {
namespace {

void scan_by_registers(const float* floats, float* sums, std::size_t size) {
    float sum = 0;
#pragma omp simd reduction(inscan, + : sum)
    for (std::size_t i = 0; i < size; ++i) {
        sum += floats[i];
#pragma omp scan inclusive(sum)
        sums[i] = sum;
    }
}

void scan_by_threads(const float* floats, float* sums, std::size_t size, int threads) {
    float sum = 0;
#pragma omp parallel for simd num_threads(threads) reduction(inscan, + : sum)
    for (std::size_t i = 0; i < size; ++i) {
        sum += floats[i];
#pragma omp scan inclusive(sum)
        sums[i] = sum;
    }
}

} // namespace

const FloatScan float_scan{.one_thread = false,
                           .scan =
                               [](const float* floats, float* sums, std::size_t size, int threads) {
                                   if (threads == 1)
                                       scan_by_registers(floats, sums, size);
                                   else
                                       scan_by_threads(floats, sums, size, threads);
                               },
                           .needs = own_instructions};

} // namespace scanline::peer
