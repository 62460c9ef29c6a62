#include "scanline/ranks/communicator.h"

#include <numeric>

namespace scanline::ranks {

Slice slice_of(std::int64_t size, int rank, int ranks) {
    // Without the product of both, which may not fit.
    const std::int64_t each = size / ranks, more = size % ranks;
    const auto begin = [&](std::int64_t of) { return each * of + more * of / ranks; };
    return {begin(rank), begin(rank + 1) - begin(rank)};
}

Share share_of(Communicator& ranks, std::int64_t own) {
    const std::vector<std::int64_t> sizes = gather(ranks, own);
    const auto mine = sizes.begin() + ranks.rank();
    return {{std::accumulate(sizes.begin(), mine, std::int64_t{0}), own},
            std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0})};
}

} // namespace scanline::ranks
