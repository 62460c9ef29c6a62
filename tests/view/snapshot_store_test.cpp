#include "scenes/compaction/snapshot_store.h"

#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>

#include <array>
#include <numeric>

namespace scanline::view::compaction::snapshot_store_test {

namespace {

using Steps = std::vector<int>;

Texels texels_of(int step) {
    return std::make_shared<const std::vector<float>>(1, static_cast<float>(step));
}

void keep(SnapshotStore& store, const Steps& steps) {
    for (const int step : store.allocate(steps))
        store.add(step, texels_of(step));
}

Steps kept(const SnapshotStore& store) {
    Steps steps;
    for (int step = 0; step < store.count(); ++step) {
        if (store.has(step))
            steps.push_back(step);
    }
    return steps;
}

} // namespace

TEST_CASE("the example of the snapshot store holds") {
    SnapshotStore store({10, 10, 10, 10}, 30);
    CHECK(store.spread() == Steps{0, 2});
    store.add(0, texels_of(0));
    store.add(2, texels_of(2));
    keep(store, {1});
    CHECK(kept(store) == Steps{0, 1, 2});
    keep(store, {3});
    CHECK(kept(store) == Steps{1, 2, 3});
    CHECK(store.bytes() == 30);
}

TEST_CASE("a store that everything fits into keeps every step") {
    SnapshotStore store({10, 5, 1, 1, 10}, 27);
    CHECK(store.spread() == Steps{0, 1, 2, 3, 4});
}

TEST_CASE("what was used last stays when room is made") {
    SnapshotStore store({10, 10, 10, 10}, 30);
    keep(store, {0, 1, 2});
    CHECK(store.use(0) != nullptr);
    keep(store, {3});
    CHECK(kept(store) == Steps{0, 2, 3});
}

TEST_CASE("a step further back in a list drops none before it") {
    SnapshotStore store({10, 10, 10, 10}, 20);
    keep(store, {0, 1});
    CHECK(store.allocate(Steps{0, 2, 3}) == Steps{2});
    CHECK(store.has(0));
    CHECK_FALSE(store.has(1));
    CHECK(store.bytes() == 10);
}

TEST_CASE("a step larger than the cap is never kept, and costs the others nothing") {
    SnapshotStore store({10, 40, 10}, 30);
    keep(store, {0, 2});
    CHECK(store.fitting(Steps{1}).empty());
    CHECK(store.allocate(Steps{1}).empty());
    CHECK(kept(store) == Steps{0, 2});
    store.add(1, texels_of(1));
    CHECK_FALSE(store.has(1));
}

TEST_CASE("steps fit together, in their order, where one that is too much is left out") {
    const SnapshotStore store({10, 15, 40, 5, 20}, 30);
    CHECK(store.fitting(Steps{4, 0, 1}) == Steps{4, 0});
    CHECK(store.fitting(Steps{2, 1, 0, 4, 3}) == Steps{1, 0, 3});
    CHECK(store.fitting({}).empty());
}

TEST_CASE("a smaller cap drops what is over it, and what is on its way when it comes") {
    SnapshotStore store({10, 10, 10}, 30);
    keep(store, {0, 1});
    REQUIRE(store.allocate(Steps{2}) == Steps{2});
    store.set_cap(15);
    CHECK(kept(store) == Steps{1});
    CHECK(store.bytes() == 10);
    store.add(2, texels_of(2));
    CHECK(kept(store) == Steps{1});
    store.set_cap(5);
    CHECK(store.bytes() == 0);
}

TEST_CASE("what comes late, or was not asked for, is kept where there is room, and evicts nothing") {
    SnapshotStore store({10, 10, 10}, 20);
    keep(store, {0});
    store.add(1, texels_of(1));
    store.add(2, texels_of(2));
    store.add(0, texels_of(2));
    CHECK(kept(store) == Steps{0, 1});
    CHECK(store.peek(0)->front() == 0);
}

TEST_CASE("the cap holds whatever is asked for, and the first of a list is kept where it fits") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(random.between(1, 40)));
        for (std::int64_t& size : sizes)
            size = random.between(1, 100);
        SnapshotStore store(sizes, random.between(1, 800));
        Steps on_way;
        const auto check = [&] {
            std::int64_t held = 0;
            for (const int step : kept(store))
                held += sizes[static_cast<std::size_t>(step)];
            REQUIRE(store.bytes() == held);
            // Snapshots that are being read count, too.
            for (const int step : on_way)
                held += sizes[static_cast<std::size_t>(step)];
            REQUIRE(held <= store.cap());
        };
        for (const int step : store.spread())
            store.add(step, texels_of(step));
        check();
        for (int turn = 0; turn < 60; ++turn) {
            const std::array shown{random.between(0, store.count() - 1),
                                   random.between(0, store.count() - 1)};
            const Steps wanted = with_neighbours(shown, store.count(), 3, 1);
            on_way = store.allocate(wanted);
            check();
            REQUIRE((store.has(shown[0]) || std::ranges::count(on_way, shown[0]) > 0) ==
                    !store.fitting(std::span(shown).first(1)).empty());
            const Steps come = std::exchange(on_way, {});
            if (random.below(4) > 0)
                for (const int step : come)
                    store.add(step, texels_of(step));
            check();
            for (const int step : come) {
                if (const Texels texels = store.use(step))
                    REQUIRE(texels->front() == static_cast<float>(step));
            }
            if (random.below(10) == 0)
                store.set_cap(random.between(1, 800));
            check();
        }
    }
}

TEST_CASE("neighbours are the nearest steps that exist, ahead first") {
    CHECK(with_neighbours(Steps{5, 9}, 10, 2, 1) == Steps{5, 9, 6, 4, 7});
    CHECK(with_neighbours(Steps{0}, 3, 2, 2) == Steps{0, 1, 2});
    CHECK(with_neighbours(Steps{}, 3, 2, 2).empty());
}

} // namespace scanline::view::compaction::snapshot_store_test
