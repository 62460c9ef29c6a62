#include "scanline/ranks/splitters.h"

#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <limits>
#include <random>

namespace scanline::ranks::splitters_test {

namespace {

/// A key, and where it was at first.
template <class Key>
using Placed = std::pair<Key, std::uint64_t>;

template <class Key>
std::vector<Key> keys_of(int distribution, std::size_t size, std::mt19937_64& random) {
    std::vector<Key> keys(size);
    for (std::size_t i = 0; i < size; ++i) {
        switch (distribution) {
        case 0: keys[i] = static_cast<Key>(random()); break;
        case 1: keys[i] = 42; break;
        case 2: keys[i] = static_cast<Key>(random() % 3) << (std::numeric_limits<Key>::digits - 2); break;
        case 3: keys[i] = static_cast<Key>(size - i); break;
        default: keys[i] = random() % 2 == 0 ? 0 : std::numeric_limits<Key>::max(); break;
        }
    }
    return keys;
}

/// Cuts, exchanges and sorts the keys of all ranks. Each rank must have its slice of the sorted whole.
template <class Key>
void check_spread(const std::vector<std::vector<Key>>& keys) {
    std::vector<Placed<Key>> all;
    std::vector<std::size_t> begins;
    for (const std::vector<Key>& own : keys) {
        begins.push_back(all.size());
        for (const Key key : own)
            all.emplace_back(key, all.size());
    }
    std::ranges::stable_sort(all, {}, &Placed<Key>::first);
    const int size = static_cast<int>(keys.size());
    std::vector<std::vector<Placed<Key>>> found(keys.size());
    run_on_threads(size, [&](Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        const std::span<const Key> own(keys[rank]);
        const std::vector<Cut<Key>> cuts = find_cuts(ranks, own);
        const Spread spread = spread_by(own, std::span<const Cut<Key>>(cuts));
        std::vector<std::uint64_t> places(own.size());
        std::iota(places.begin(), places.end(), begins[rank]);
        const RawArray<Key> received = exchange(ranks, spread, own);
        const RawArray<std::uint64_t> from = exchange(ranks, spread, std::span<const std::uint64_t>(places));
        for (std::size_t i = 0; i < received.size(); ++i)
            found[rank].emplace_back(received[i], from[i]);
        std::ranges::stable_sort(found[rank], {}, &Placed<Key>::first);
    });
    for (int rank = 0; rank < size; ++rank) {
        const Slice slice = slice_of(std::ssize(all), rank, size);
        INFO("rank " << rank << " of " << size << ", " << all.size() << " keys");
        REQUIRE((found[static_cast<std::size_t>(rank)] ==
                 std::vector(all.begin() + slice.first, all.begin() + slice.end())));
    }
}

} // namespace

TEMPLATE_TEST_CASE("Every rank gets its slice of the sorted keys, ties in their order", "", std::uint32_t,
                   std::uint64_t) {
    std::mt19937_64 random(7100);
    for (const int ranks : {1, 2, 3, 5, 8})
        for (int distribution = 0; distribution < 5; ++distribution)
            for (const std::size_t size : {0u, 1u, 2u, 300u}) {
                INFO("distribution " << distribution << ", about " << size << " keys a rank, seed 7100");
                std::vector<std::vector<TestType>> keys;
                for (int rank = 0; rank < ranks; ++rank) // some ranks have none
                    keys.push_back(keys_of<TestType>(distribution, random() % 4 == 0 ? 0 : size, random));
                check_spread(keys);
            }
}

TEST_CASE("A cut lies within equal keys") {
    run_on_threads(2, [](Communicator& ranks) {
        const std::vector<std::uint32_t> keys =
            ranks.rank() == 0 ? std::vector<std::uint32_t>{5, 5, 1} : std::vector<std::uint32_t>{5, 5, 9};
        const std::vector<Cut<std::uint32_t>> cuts = find_cuts(ranks, std::span<const std::uint32_t>(keys));
        const bool right =
            cuts.size() == 1 && cuts[0].key == 5 && cuts[0].equal_before == (ranks.rank() == 0 ? 2 : 0);
        if (!right)
            throw std::runtime_error("another cut");
    });
}

} // namespace scanline::ranks::splitters_test
