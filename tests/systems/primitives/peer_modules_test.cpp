#include "scanline/core/random.h"
#include "systems/peer_of_build.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <numeric>

// The peers of tests/peers that this machine can build and run.

namespace scanline::systems::peer_modules_test {

using Words = std::vector<std::uint32_t>;

namespace {

constexpr std::uint64_t seed = 7;

Words random_words(std::size_t size, std::uint64_t bound) {
    Random random(seed);
    Words words(size);
    std::ranges::generate(words, [&] { return static_cast<std::uint32_t>(random.below(bound)); });
    return words;
}

struct Case {
    Words elements, values, flags, offsets;

    PeerCase of(const char* operation) const {
        return {operation,
                {peer_array("elements", std::span(elements)), peer_array("values", std::span(values)),
                 peer_array("flags", std::span(flags)), peer_array("offsets", std::span(offsets))}};
    }
};

// Keys below 256, so that there are equal ones, and so that they can be counted. Values descend, so that
// sorting by them too would show.
Case make_case(std::size_t size) {
    Case made{random_words(size, 256), Words(size), random_words(size, 2), {0}};
    std::iota(made.values.rbegin(), made.values.rend(), 1000u);
    // Empty segments among them.
    Random random(seed);
    while (made.offsets.back() < size)
        made.offsets.push_back(
            static_cast<std::uint32_t>(std::min(size, made.offsets.back() + random.below(50))));
    return made;
}

// The results of three runs, each checked.
void check(const Peer& peer, const Case& on, const char* operation, const Words& results,
           const Words& companions) {
    INFO(peer.name() << ", " << operation << " of " << on.elements.size() << ", seed " << seed);
    const Peer::Task task = peer.open(on.of(operation));
    for (int run = 0; run < 3; ++run) {
        CHECK(task.run() >= 0);
        // In parentheses of their own: a message with so many numbers takes minutes.
        CHECK((task.output(SCANLINE_PEER_RESULTS, results.size()) == results));
        CHECK((task.output(SCANLINE_PEER_COMPANIONS, companions.size()) == companions));
    }
}

} // namespace

TEST_CASE("Every peer that works here does every operation as the standard library does") {
    for (const char* name : {"cpu", "tbb", "cub"}) {
        const std::optional<Peer> peer = test::peer_of_build(name);
        if (!peer)
            continue;
        CHECK_FALSE(peer->description().empty());
        // More than one chunk of those that are counted by one thread.
        for (const std::size_t size : {1u, 2u, 255u, 1000u, 200'000u}) {
            const Case on = make_case(size);
            Words expected = on.elements;
            check(*peer, on, "copy", expected, {});
            std::inclusive_scan(expected.begin(), expected.end(), expected.begin());
            check(*peer, on, "scan", expected, {});
            check(*peer, on, "reduce", {expected.back()}, {});

            expected.clear();
            for (std::size_t i = 0; i < size; ++i) {
                if (on.flags[i] == 1)
                    expected.push_back(on.elements[i]);
            }
            check(*peer, on, "compact-flagged", expected, {static_cast<std::uint32_t>(expected.size())});

            expected = on.elements;
            std::ranges::sort(expected);
            check(*peer, on, "sort", expected, {});
            Words order(size), values(size);
            std::iota(order.begin(), order.end(), 0u);
            std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return on.elements[i]; });
            std::ranges::transform(order, values.begin(), [&](std::uint32_t i) { return on.values[i]; });
            check(*peer, on, "sort-pairs", expected, values);

            expected = on.elements;
            for (std::size_t i = 1; i < on.offsets.size(); ++i)
                std::sort(expected.begin() + on.offsets[i - 1], expected.begin() + on.offsets[i]);
            check(*peer, on, "segmented-sort", expected, {});

            expected.assign(256, 0);
            for (const std::uint32_t element : on.elements)
                ++expected[element];
            check(*peer, on, "histogram", expected, {});
        }
    }
}

TEST_CASE("A peer refuses an operation that it does not know") {
    const std::optional<Peer> peer = test::peer_of_build("cpu");
    if (peer)
        CHECK_THROWS_WITH(peer->open(make_case(1).of("shuffle")),
                          "shuffle of cpu: the standard library has no shuffle");
}

} // namespace scanline::systems::peer_modules_test
