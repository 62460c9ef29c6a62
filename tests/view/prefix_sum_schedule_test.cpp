#include "prefix_sum/prefix_sum_schedule.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "support/case_count.h"
#include "support/sizes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

namespace scanline::view::prefix_sum {

namespace {

std::vector<int> random_values(int size, Random& random, int low = -9, int high = 9) {
    std::vector<int> values(static_cast<std::size_t>(size));
    for (int& value : values)
        value = random.between(low, high);
    return values;
}

std::vector<int> expected(const Spec& spec) {
    const auto op = [&spec](int a, int b) { return apply(spec.op, a, b); };
    std::vector<int> sums(spec.input.size());
    if (spec.exclusive)
        std::exclusive_scan(spec.input.begin(), spec.input.end(), sums.begin(), identity(spec.op), op);
    else
        std::inclusive_scan(spec.input.begin(), spec.input.end(), sums.begin(), op);
    return sums;
}

// Where everything has been written, and over the right elements in their order.
std::vector<int> output_of(const Timeline& timeline, bool exclusive) {
    const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
    std::vector<int> values;
    for (int i = 0; i < timeline.size; ++i) {
        const std::optional<Access>& output = memory.output[static_cast<std::size_t>(i)];
        REQUIRE(output.has_value());
        CHECK(output->value.first == 0);
        CHECK(output->value.last == (exclusive ? i : i + 1));
        values.push_back(output->value.value);
    }
    return values;
}

// What a step reads, an earlier one has written: only then can the lanes of a step run in any order.
void check_order(const Timeline& timeline) {
    for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
        int lane = -1;
        for (const LaneStep& event : timeline.steps[static_cast<std::size_t>(step)].lanes) {
            CHECK(event.lane > lane);
            lane = event.lane + event.width - 1;
            for (const Access& read : event.reads)
                CHECK(read.writer.step < step);
        }
        CHECK(lane < timeline.columns);
    }
}

std::vector<int> sizes() {
    std::vector<int> found;
    for (const std::int64_t size : test::stream_sizes(3, 8, most_elements)) {
        if (size >= 1 && size <= most_elements)
            found.push_back(static_cast<int>(size));
    }
    return found;
}

int values_at(const LaneStep& event) {
    return event.result()->value.value;
}

std::vector<int> values_of(const TimeStep& step) {
    std::vector<int> values;
    for (const LaneStep& lane : step.lanes)
        values.push_back(values_at(lane));
    return values;
}

Spec example(Variant variant) {
    Spec spec;
    spec.variant = variant;
    spec.input = {3, 1, 7, 0, 4, 1, 6, 3};
    return spec;
}

} // namespace

TEST_CASE("Every variant gives the prefix sums of std") {
    for (const Variant variant : all_variants) {
        Random random(11);
        for (const int size : sizes()) {
            for (const Operator op : all_operators) {
                for (const bool exclusive : {false, true}) {
                    Spec spec;
                    spec.variant = variant;
                    spec.input = random_values(size, random);
                    spec.op = op;
                    spec.exclusive = exclusive;
                    spec.lanes = random.between(1, most_lanes);
                    spec.tile = random.between(1, std::min(size + 1, 40));
                    spec.seed = random.below(3);
                    CAPTURE(to_string(variant), size, to_string(op), exclusive, spec.lanes, spec.tile,
                            spec.seed);
                    const Timeline timeline = simulate(spec);
                    CHECK(output_of(timeline, exclusive) == expected(spec));
                    check_order(timeline);
                }
            }
        }
    }
}

TEST_CASE("Every number of lanes and every size of tile gives the prefix sums of std") {
    Random random(12);
    for (const Variant variant : all_variants) {
        for (int lanes = 1; lanes <= most_lanes; ++lanes) {
            for (const int tile : {1, 2, 3, 7, 8, 32, 37, 38, 256}) {
                Spec spec;
                spec.variant = variant;
                spec.input = random_values(37, random);
                spec.exclusive = lanes % 2 == 1;
                spec.lanes = lanes;
                spec.tile = tile;
                CAPTURE(to_string(variant), lanes, tile);
                CHECK(output_of(simulate(spec), spec.exclusive) == expected(spec));
            }
        }
    }
}

TEST_CASE("The chained scan ends with the prefix sums whatever the schedule, also with a stalled tile") {
    const std::uint64_t cases = test::case_count(4000);
    for (std::uint64_t seed = 1; seed <= cases; ++seed) {
        Random random(seed);
        Spec spec;
        spec.variant = Variant::chained;
        const int size = random.between(1, 96);
        spec.input = random_values(size, random);
        spec.exclusive = random.below(2) == 0;
        spec.lanes = random.between(1, most_lanes);
        spec.tile = random.between(1, 12);
        spec.seed = seed % 5 == 0 ? 0 : seed;
        const int tiles = divide_rounding_up(size, spec.tile);
        spec.stalled = random.between(-1, tiles - 1);
        CAPTURE(seed, size, spec.exclusive, spec.lanes, spec.tile, spec.stalled);
        const Timeline timeline = simulate(spec);
        REQUIRE(output_of(timeline, spec.exclusive) == expected(spec));
        const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
        for (const PublishedTile& tile : memory.tiles)
            REQUIRE(tile.state == TileState::prefix);
    }
}

TEST_CASE("Passes over all elements are those of the CPU twins") {
    using raster::reference::TracedPass;
    for (const Variant variant : {Variant::hillis_steele, Variant::blelloch}) {
        const auto method = variant == Variant::blelloch ? raster::PrefixSumMethod::blelloch
                                                         : raster::PrefixSumMethod::hillis_steele;
        Random random(13);
        for (const int size : sizes()) {
            const int block = std::max(2, power_of_two_ceiling(size));
            Spec spec;
            spec.variant = variant;
            spec.input = random_values(size, random, 0, 9);
            raster::reference::Stream stream(spec.input.begin(), spec.input.end());
            stream.resize(static_cast<std::size_t>(block));
            raster::reference::Trace trace;
            raster::reference::prefix_sum(stream, block, method, &trace);
            const Timeline timeline = simulate(spec);
            CAPTURE(to_string(variant), size);
            REQUIRE(timeline.steps.size() == trace.passes().size());
            for (std::size_t step = 0; step < timeline.steps.size(); ++step) {
                const TracedPass& pass = trace.passes()[step];
                CAPTURE(pass.name, pass.step);
                CHECK(timeline.steps[step].name == pass.name + " " + std::to_string(pass.step));
                const std::vector<int> values = values_of(timeline.steps[step]);
                CHECK(std::vector<float>(values.begin(), values.end()) == pass.values);
            }
            // An exclusive scan differs only in what comes last.
            spec.exclusive = true;
            const Timeline exclusive = simulate(spec);
            const std::size_t shared = timeline.steps.size() - (variant == Variant::blelloch ? 1 : 0);
            REQUIRE(exclusive.steps.size() == trace.passes().size() + (variant == Variant::blelloch ? 0 : 1));
            for (std::size_t step = 0; step < shared; ++step)
                CHECK(values_of(exclusive.steps[step]) == values_of(timeline.steps[step]));
        }
    }
}

TEST_CASE("Work, steps and traffic of a power of two are those of the textbook") {
    constexpr int n = 64, lanes = 4;
    const auto counters_of = [&](Variant variant, int workers = 4) {
        Random random(14);
        Spec spec;
        spec.variant = variant;
        spec.input = random_values(n, random);
        spec.lanes = workers;
        spec.tile = 16;
        const Timeline timeline = simulate(spec);
        return count(timeline, static_cast<int>(timeline.steps.size()), workers);
    };

    const Counters doubling = counters_of(Variant::hillis_steele);
    CHECK(doubling.work == 6 * n - (n - 1)); // pass k leaves 2^(k-1) elements as they are
    CHECK(doubling.steps == 6);
    CHECK(doubling.folded_steps == 6 * n / lanes);
    CHECK(doubling.reads == 6 * n + doubling.work);
    CHECK(doubling.writes == 6 * n);

    const Counters tree = counters_of(Variant::blelloch);
    CHECK(tree.steps == 2 * 6 - 1);
    CHECK(tree.work < 3 * n);
    CHECK(tree.work > n);

    const Counters horizontal = counters_of(Variant::horizontal);
    CHECK(horizontal.reads == n);
    CHECK(horizontal.writes == n);
    CHECK(horizontal.steps == n / lanes * 4); // load, two of doubling, carry

    const Counters vertical = counters_of(Variant::vertical);
    CHECK(vertical.steps == n / lanes + 3 + n / lanes);
    CHECK(vertical.reads == n + n - n / lanes); // the first chunk has nothing before it
    CHECK(vertical.writes == n + n - n / lanes);

    const Counters scan_first = counters_of(Variant::scan_then_add);
    CHECK(scan_first.reads + scan_first.writes == 4 * n - 2 * 16);
    CHECK(scan_first.steps == 16 + 2 + 16);
    CHECK(scan_first.waits == 2 * 3); // three workers, while one scans the totals

    // With a worker less, two wait while the last tile is scanned, and while the totals are.
    CHECK(counters_of(Variant::scan_then_add, 3).waits == 2 * 16 + 2 * 2);

    const Counters reduce_first = counters_of(Variant::reduce_then_scan);
    CHECK(reduce_first.reads == 2 * n - 16); // the last tile's total is not needed
    CHECK(reduce_first.writes == n);

    const Counters chained = counters_of(Variant::chained);
    CHECK(chained.reads == n);
    CHECK(chained.writes == n);
    CHECK(chained.fall_backs == 0);
}

TEST_CASE("Recursive doubling of eight elements goes through the known rows") {
    const Timeline timeline = simulate(example(Variant::hillis_steele));
    CHECK(values_of(timeline.steps.at(0)) == std::vector{3, 4, 8, 7, 4, 5, 7, 9});
    CHECK(values_of(timeline.steps.at(1)) == std::vector{3, 4, 11, 11, 12, 12, 11, 14});
    CHECK(values_of(timeline.steps.at(2)) == std::vector{3, 4, 11, 11, 15, 16, 22, 25});
}

TEST_CASE("A stalled tile is spun on and then reduced by the tile behind it") {
    Spec spec = example(Variant::chained);
    spec.lanes = 3;
    spec.tile = 2;
    spec.stalled = 1;
    const Timeline timeline = simulate(spec);
    int spins = 0, stalled = 0;
    std::vector<int> reduced;
    for (const TimeStep& step : timeline.steps) {
        for (const LaneStep& lane : step.lanes) {
            spins += lane.action == LaneAction::spin && lane.tile == 2;
            stalled += lane.action == LaneAction::stalled;
            if (lane.action == LaneAction::fall_back && lane.tile == 2)
                reduced.push_back(lane.looks_at);
        }
    }
    CHECK(spins == spin_limit);
    CHECK(stalled > 0);
    CHECK(reduced == std::vector{1, 1}); // two elements
    const Counters counters = count(timeline, static_cast<int>(timeline.steps.size()), spec.lanes);
    CHECK(counters.fall_backs >= 1);
    CHECK(counters.reads > 8); // the fallback reads elements a second time
    CHECK(output_of(timeline, false) == expected(spec));
}

TEST_CASE("A schedule is the same for the same seed, and another for another") {
    Spec spec = example(Variant::chained);
    spec.tile = 1;
    const auto steps_of = [&spec](std::uint64_t seed) {
        spec.seed = seed;
        return simulate(spec).steps.size();
    };
    std::vector<std::size_t> first, second;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        first.push_back(steps_of(seed));
        second.push_back(steps_of(seed));
    }
    CHECK(first == second);
    CHECK(std::ranges::count(first, first.front()) < 20);
}

TEST_CASE("Barriers stand between the passes of the two-pass orders alone") {
    for (const Variant variant : all_variants) {
        Spec spec = example(variant);
        spec.tile = 2;
        spec.lanes = 2;
        int barriers = 0;
        for (const TimeStep& step : simulate(spec).steps)
            barriers += step.after_barrier;
        CAPTURE(to_string(variant));
        const bool two_passes = variant == Variant::scan_then_add || variant == Variant::reduce_then_scan;
        CHECK(barriers == (two_passes ? 2 : 0));
        spec.tile = 8; // a single tile is scanned at once
        for (const TimeStep& step : simulate(spec).steps)
            CHECK_FALSE(step.after_barrier);
    }
}

TEST_CASE("Sizes, lanes and tiles out of their limits are refused") {
    Spec spec = example(Variant::vertical);
    spec.lanes = 0;
    CHECK_THROWS_AS(simulate(spec), Error);
    spec.lanes = most_lanes + 1;
    CHECK_THROWS_AS(simulate(spec), Error);
    spec.lanes = 1;
    spec.tile = 0;
    CHECK_THROWS_AS(simulate(spec), Error);
    spec.tile = 1;
    spec.input.clear();
    CHECK_THROWS_WITH(simulate(spec), "prefix sums of 0 elements: 1 to 256 can be shown");
    spec.input.resize(most_elements + 1);
    CHECK_THROWS_AS(simulate(spec), Error);
}

} // namespace scanline::view::prefix_sum
