// The peer partial-sum.
#include "float_scan_peer.h"

#include <numeric>

namespace scanline::peer {

const FloatScan float_scan{.one_thread = true,
                           .scan = [](const float* floats, float* sums, std::size_t size,
                                      int /*threads*/) { std::partial_sum(floats, floats + size, sums); },
                           .needs = own_instructions};

} // namespace scanline::peer
