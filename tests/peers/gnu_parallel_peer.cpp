// The peer gnu-parallel: libstdc++'s parallel mode.
#include "float_scan_peer.h"

#include <omp.h>
#include <parallel/numeric>

namespace scanline::peer {

const FloatScan float_scan{.one_thread = false,
                           .scan =
                               [](const float* floats, float* sums, std::size_t size, int threads) {
                                   omp_set_num_threads(threads);
                                   __gnu_parallel::partial_sum(floats, floats + size, sums);
                               },
                           .needs = own_instructions};

} // namespace scanline::peer
