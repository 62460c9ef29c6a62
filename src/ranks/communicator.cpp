#include "scanline/ranks/communicator.h"

#include "scanline/core/phases.h"

#include <numeric>

namespace scanline::ranks {

void Communicator::barrier() {
    const PhaseSpan span(Phase::exchange);
    do_barrier();
}

void Communicator::gather(std::span<const std::byte> own, std::span<std::byte> all) {
    const PhaseSpan span(Phase::exchange);
    sent_bytes_ += own.size() * static_cast<std::size_t>(size() - 1);
    do_gather(own, all);
}

void Communicator::add(std::span<std::uint64_t> values) {
    const PhaseSpan span(Phase::exchange);
    sent_bytes_ += size() > 1 ? values.size_bytes() : 0;
    do_add(values);
}

void Communicator::exchange(Parts sent, Places received) {
    const PhaseSpan span(Phase::exchange);
    for (std::size_t to = 0; to < sent.size(); ++to)
        sent_bytes_ += to == static_cast<std::size_t>(rank()) ? 0 : sent[to].size();
    do_exchange(sent, received);
}

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
