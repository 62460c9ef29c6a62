#include "cases.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "support/case_count.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <map>

namespace scanline::scan_trace::schedule_test {

namespace {

// What decoupled look-back says of the states of tiles, and how lanes wait for them.
void check_look_back(const Timeline& timeline) {
    std::map<Place, int> published;                                     // the step
    std::vector<int> looks(static_cast<std::size_t>(timeline.columns)); // in vain, by lane
    std::vector<bool> done(timeline.tiles.size());
    for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
        CAPTURE(step);
        for (const LaneStep& event : timeline.steps[static_cast<std::size_t>(step)].lanes) {
            int& in_vain = looks[static_cast<std::size_t>(event.lane)];
            const bool waits = event.action == LaneAction::held || event.action == LaneAction::stalled;
            if (event.action == LaneAction::spin)
                REQUIRE(++in_vain <= spin_limit);
            else if (event.action == LaneAction::fall_back)
                REQUIRE(in_vain == spin_limit);
            else if (!waits)
                in_vain = 0;
            if (waits && event.tile >= 0)
                REQUIRE_FALSE(done[static_cast<std::size_t>(event.tile)]);
            if (event.action == LaneAction::look_back) {
                const auto prefix = published.find({Space::prefix, event.looks_at});
                const bool there = prefix != published.end() && prefix->second < step;
                const auto read = std::ranges::find_if(
                    event.reads, [](const Access& access) { return is_message(access.place.space); });
                REQUIRE(read != event.reads.end());
                REQUIRE(read->place == Place{there ? Space::prefix : Space::aggregate, event.looks_at});
            }
            for (const Access& write : event.writes) {
                // Two may find at once that a tile has not published; later nobody does so in its stead.
                const int first = published.emplace(write.place, step).first->second;
                if (is_message(write.place.space) && event.action == LaneAction::fall_back)
                    REQUIRE(first == step);
                const auto tile = static_cast<std::size_t>(std::max(0, event.tile));
                if (write.place.space == Space::output && write.place.index + 1 == timeline.tiles[tile].last)
                    done[tile] = true;
            }
        }
    }
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

} // namespace

TEST_CASE("Every variant gives the prefix sums of std") {
    for (const Variant variant : enumerators<Variant>) {
        Random random(11);
        for (const int size : sizes()) {
            for (const Operator op : enumerators<Operator>) {
                for (const bool exclusive : {false, true}) {
                    Spec spec;
                    spec.variant = variant;
                    spec.input = random_values(size, random);
                    spec.op = op;
                    spec.exclusive = exclusive;
                    spec.lanes = random.between(1, max_lanes);
                    spec.tile = random.between(1, std::min(size + 1, 40));
                    spec.partition = random.between(1, std::min(size + 1, 12));
                    spec.dilation = random.between(0, 4) / 4.0;
                    spec.seed = random.below(3);
                    CAPTURE(to_string(variant), size, to_string(op), exclusive, spec.lanes, spec.tile,
                            spec.partition, spec.dilation, spec.seed);
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
    for (const Variant variant : enumerators<Variant>) {
        for (int lanes = 1; lanes <= max_lanes; ++lanes) {
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
    const std::uint64_t cases = scanline::test::case_count(4000);
    for (std::uint64_t seed = 1; seed <= cases; ++seed) {
        Random random(seed);
        Spec spec;
        spec.variant = Variant::chained;
        const int size = random.between(1, 96);
        spec.input = random_values(size, random);
        spec.exclusive = random.below(2) == 0;
        spec.lanes = random.between(1, max_lanes);
        spec.tile = random.between(1, 12);
        spec.seed = seed % 5 == 0 ? 0 : seed;
        const int tiles = divide_rounding_up(size, spec.tile);
        spec.stalled = random.between(-1, tiles - 1);
        CAPTURE(seed, size, spec.exclusive, spec.lanes, spec.tile, spec.stalled);
        const Timeline timeline = simulate(spec);
        REQUIRE(output_of(timeline, spec.exclusive) == expected(spec));
        const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
        for (int tile = 0; tile < std::ssize(timeline.tiles); ++tile)
            REQUIRE(memory.find({Space::prefix, tile}));
        check_look_back(timeline);
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
    CHECK(tree.folded_steps == (8 + 4 + 2 + 1 + 1) + (1 + 1 + 2 + 4 + 8 + 16)); // nodes of a level by four
    CHECK(tree.work < 3 * n);
    CHECK(tree.work > n);

    const Counters horizontal = counters_of(Variant::horizontal);
    CHECK(horizontal.reads == n);
    CHECK(horizontal.writes == n);
    CHECK(horizontal.steps == n / lanes * 4); // load, two of doubling, carry

    const Counters vertical = counters_of(Variant::simd_v1);
    CHECK(vertical.steps == n / lanes + 3 + n / lanes);
    CHECK(vertical.reads == n + n - n / lanes); // the first chunk has nothing before it
    CHECK(vertical.writes == n + n - n / lanes);

    const Counters second_form = counters_of(Variant::simd_v2);
    CHECK(second_form.steps == vertical.steps);
    CHECK(second_form.reads == 2 * n);
    CHECK(second_form.writes == n);

    const Counters in_place = counters_of(Variant::simd_t);
    CHECK(in_place.steps == 1 + 6 + 5); // the copy, up, and down but for the root
    CHECK(in_place.work == (n - 1) + (n - 1 - 6));
    CHECK(in_place.reads == n + 2 * in_place.work);
    CHECK(in_place.writes == n + in_place.work);

    const Counters increments = counters_of(Variant::scalar1);
    CHECK(increments.reads + increments.writes == 4 * n - 2 * 16);
    CHECK(increments.steps == 16 + 1 + 16);
    CHECK(increments.waits == 1 + 16); // thread 0, for the others to end
    CHECK(increments.messages == 4 + (1 + 2 + 3));
    CHECK(increments.work == 4 * 15 + (1 + 2) + 3 * 16);

    const Counters totals = counters_of(Variant::scalar2);
    CHECK(totals.reads == 2 * n - 16); // the last sum is not asked for
    CHECK(totals.writes == n);
    CHECK(totals.steps == 16 + 1 + 16);
    CHECK(totals.waits == 16 + 1); // thread 3 at the barrier, thread 0 at the end
    CHECK(totals.messages == 3 + (1 + 2 + 3));

    const Counters scan_first = counters_of(Variant::scan_then_add);
    CHECK(scan_first.reads + scan_first.writes == 4 * n - 2 * 16);
    CHECK(scan_first.steps == 16 + 2 + 16);
    CHECK(scan_first.waits == 2 * 3); // three workers, while one scans the totals
    // Three totals written, two scanned by two reads and a write each, three prefixes read.
    CHECK(scan_first.messages == 3 + 2 * 3 + 3);

    // With a worker less, two wait while the last tile is scanned, and while the totals are.
    CHECK(counters_of(Variant::scan_then_add, 3).waits == 2 * 16 + 2 * 2);

    const Counters reduce_first = counters_of(Variant::reduce_then_scan);
    CHECK(reduce_first.reads == 2 * n - 16); // the last tile's total is not needed
    CHECK(reduce_first.writes == n);

    const Counters chained = counters_of(Variant::chained);
    CHECK(chained.reads == n);
    CHECK(chained.writes == n);
    CHECK(chained.fall_backs == 0);
    // Three totals and four prefixes written, and each tile looks at all before it.
    CHECK(chained.messages == 3 + 4 + (1 + 2 + 3));
}

TEST_CASE("A node of the tree stands over its elements") {
    const Timeline timeline = simulate(example(Variant::blelloch));
    const std::vector widths{2, 4, 4, 2, 1}; // up-sweep 1 and 2, down-sweep 2 to 0
    REQUIRE(timeline.steps.size() == widths.size());
    for (std::size_t step = 0; step < widths.size(); ++step) {
        const std::vector<LaneStep>& lanes = timeline.steps[step].lanes;
        CAPTURE(timeline.steps[step].name);
        REQUIRE(static_cast<int>(lanes.size()) == 8 / widths[step]);
        for (std::size_t node = 0; node < lanes.size(); ++node) {
            CHECK(lanes[node].width == widths[step]);
            CHECK(lanes[node].lane == static_cast<int>(node) * widths[step]);
        }
    }
}

TEST_CASE("The first vector has no carry: it is stored as it is, or only shifted") {
    Spec spec = example(Variant::horizontal); // two vectors of four
    const auto names_of = [](const Timeline& timeline) {
        std::vector<std::string> names;
        for (const TimeStep& step : timeline.steps)
            names.push_back(step.name);
        return names;
    };
    using Names = std::vector<std::string>;
    const Timeline inclusive = simulate(spec);
    CHECK(names_of(inclusive) == Names{"load vector 0", "doubling", "doubling", "carry, store",
                                       "load vector 1", "doubling", "doubling", "carry, store"});
    for (const LaneStep& lane : inclusive.steps[3].lanes)
        CHECK(lane.action == LaneAction::store);
    for (const LaneStep& lane : inclusive.steps[7].lanes)
        CHECK(lane.action == LaneAction::combine);
    spec.exclusive = true;
    CHECK(names_of(simulate(spec)) == Names{"load vector 0", "doubling", "doubling", "shift, store",
                                            "load vector 1", "doubling", "doubling", "carry",
                                            "shift, store"});
}

TEST_CASE("Workers take tiles in turns, a tile the same one in both passes, and the last total is not told") {
    for (const Variant variant : {Variant::scan_then_add, Variant::reduce_then_scan}) {
        for (const int lanes : {1, 2, 3, 8}) {
            Spec spec = example(variant);
            spec.tile = 1;
            spec.lanes = lanes;
            CAPTURE(to_string(variant), lanes);
            const Timeline timeline = simulate(spec);
            for (const TimeStep& step : timeline.steps) {
                for (const LaneStep& lane : step.lanes) {
                    if (step.name.starts_with("pass") && lane.tile >= 0)
                        CHECK(lane.lane == lane.tile % lanes);
                }
            }
            const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
            for (int tile = 0; tile < 7; ++tile)
                CHECK(memory.find({Space::prefix, tile}));
            CHECK_FALSE(memory.find_tile(7));
        }
    }
}

TEST_CASE("Recursive doubling of eight elements goes through the known rows") {
    const Timeline timeline = simulate(example(Variant::hillis_steele));
    CHECK(values_of(timeline.steps.at(0)) == std::vector{3, 4, 8, 7, 4, 5, 7, 9});
    CHECK(values_of(timeline.steps.at(1)) == std::vector{3, 4, 11, 11, 12, 12, 11, 14});
    CHECK(values_of(timeline.steps.at(2)) == std::vector{3, 4, 11, 11, 15, 16, 22, 25});
}

TEST_CASE("The tree in place goes through the levels of the CPU's, and leaves what is whole where it is") {
    const Timeline timeline = simulate(example(Variant::simd_t));
    using Outputs = std::vector<int>;
    const std::vector<std::pair<std::string, Outputs>> levels{
        {"copy", {3, 1, 7, 0, 4, 1, 6, 3}},
        {"up-sweep 1", {3, 4, 7, 7, 4, 5, 6, 9}},
        {"up-sweep 2", {3, 4, 7, 11, 4, 5, 6, 14}},
        {"up-sweep 3", {3, 4, 7, 11, 4, 5, 6, 25}},
        {"down-sweep 2", {3, 4, 7, 11, 4, 16, 6, 25}},
        {"down-sweep 1", {3, 4, 11, 11, 15, 16, 22, 25}}};
    REQUIRE(timeline.steps.size() == levels.size());
    for (std::size_t step = 0; step < levels.size(); ++step) {
        Outputs outputs;
        const Memory memory = memory_after(timeline, static_cast<int>(step) + 1);
        for (int i = 0; i < timeline.size; ++i)
            outputs.push_back(memory.find({Space::output, i})->value.value);
        CHECK(timeline.steps[step].name == levels[step].first);
        CHECK(outputs == levels[step].second);
    }
    CHECK(timeline.steps[1].lanes.size() == 4); // the right one of each pair
    CHECK(timeline.columns == 8);
    Spec odd = example(Variant::simd_t);
    odd.input.resize(5);
    CHECK(simulate(odd).columns == 5); // no padding
}

TEST_CASE("Elements that do not fill all lanes of a vertical scan are scanned by one lane at the end") {
    for (const Variant variant : {Variant::simd_v1, Variant::simd_v2}) {
        Spec spec = example(variant);
        spec.input.resize(10, 2);
        const Timeline timeline = simulate(spec); // four chunks of two
        CAPTURE(to_string(variant));
        REQUIRE(timeline.tiles.size() == 5);
        CHECK(timeline.tiles.back().first == 8);
        CHECK(timeline.tiles.back().last == 10);
        for (const std::size_t behind : {std::size_t{1}, std::size_t{2}}) {
            const TimeStep& step = timeline.steps[timeline.steps.size() - behind];
            CHECK(step.name == "rest, element " + std::to_string(2 - behind));
            CHECK(step.lanes.size() == 1);
        }
        spec.lanes = 16; // more than elements: there are no chunks
        CHECK(simulate(spec).steps.size() == 10);
        CHECK(output_of(simulate(spec), false) == expected(spec));
    }
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
    CHECK(counters.fall_backs == 1);
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
    // Nor does the order of the lanes say who takes which tile.
    int shuffled = 0;
    for (spec.seed = 1; spec.seed < 20; ++spec.seed) {
        const std::vector<LaneStep> lanes = simulate(spec).steps.front().lanes;
        shuffled += std::ranges::is_sorted(
                        lanes, {}, [](const LaneStep& lane) { return lane.tile >= 0 ? lane.tile : 0; })
                        ? 0
                        : 1;
    }
    CHECK(shuffled > 5);
}

TEST_CASE("But for threads, barriers stand between the passes of the two-pass orders alone") {
    for (const Variant variant : enumerators<Variant>) {
        if (uses_threads(variant))
            continue;
        Spec spec = example(variant);
        spec.tile = 2;
        spec.lanes = 2;
        int barriers = 0;
        for (const TimeStep& step : simulate(spec).steps)
            barriers += step.after_barrier;
        CAPTURE(to_string(variant));
        const bool two_passes = variant == Variant::scan_then_add || variant == Variant::reduce_then_scan;
        CHECK(barriers == (two_passes ? 2 : 0));
        const auto barriers_of = [&spec] {
            return std::ranges::count(simulate(spec).steps, true, &TimeStep::after_barrier);
        };
        spec.tile = 4; // of two tiles there is one total, which need not be scanned
        CHECK(barriers_of() == (two_passes ? 1 : 0));
        spec.tile = 8; // a single tile is scanned at once
        CHECK(barriers_of() == 0);
        const Timeline single = simulate(spec);
        if (two_passes)
            CHECK(count(single, static_cast<int>(single.steps.size()), spec.lanes).waits == 0);
    }
}

TEST_CASE("A step of the chained scan says what tiles tell each other, of many only how many") {
    Spec spec = example(Variant::chained);
    spec.lanes = 3;
    spec.tile = 2;
    spec.stalled = 1;
    const auto said = [&spec](std::size_t step) { return simulate(spec).steps.at(step).sentence; };
    CHECK(said(0) == "Lanes load, add up and store the elements of their tiles.");
    CHECK(said(2) == "Tile 0 publishes its prefix, tile 2 publishes its total.");
    CHECK(said(3) == "Tile 2 waits for tile 1.");
    CHECK(said(7) == "Tile 3 publishes its total, tile 2 reduces tile 1 itself.");
    CHECK(said(9) == "Tile 3 looks back at tile 1, tile 2 looks back at tile 1.");
    spec.tile = 1;
    spec.stalled = 4; // on lane 1, and the next one on lane 2
    CHECK(std::ranges::count(simulate(spec).steps, "Tile 5 waits for tile 4.", &TimeStep::sentence) > 0);
    spec.stalled = -1;
    spec.lanes = 4;
    CHECK(said(2) ==
          "Tile 1 looks back at tile 0, tile 2 looks back at tile 1, tile 3 looks back at tile 2.");
    spec.lanes = 8;
    spec.stalled = 1;
    CHECK(said(1) == "Tiles: 6 publishing a total, 1 publishing a prefix.");
    CHECK(said(6) == "Tiles: 1 looking back, 4 waiting for another, 1 reducing another.");
}

TEST_CASE("Recursive doubling of four elements is as the example of simulate() says") {
    const Timeline timeline = simulate({.variant = Variant::hillis_steele, .input = {3, 1, 7, 0}});
    REQUIRE(timeline.steps.size() == 2);
    CHECK(timeline.steps[0].name == "doubling 1");
    CHECK(values_of(timeline.steps[0]) == std::vector{3, 4, 8, 7});
    CHECK(values_of(timeline.steps[1]) == std::vector{3, 4, 11, 11});
    CHECK(memory_after(timeline, 2).find({Space::output, 3})->value == Partial{11, 0, 4});
    CHECK(count(timeline, 2, 4).work == 5);
}

TEST_CASE("Sizes, lanes and tiles out of their limits are refused") {
    Spec spec = example(Variant::simd_v1);
    spec.lanes = 0;
    CHECK_THROWS_AS(simulate(spec), Error);
    spec.lanes = max_lanes + 1;
    CHECK_THROWS_AS(simulate(spec), Error);
    spec.lanes = 1;
    spec.tile = 0;
    CHECK_THROWS_AS(simulate(spec), Error);
    spec.tile = 1;
    spec.input.clear();
    CHECK_THROWS_WITH(simulate(spec), "prefix sums of 0 elements: 1 to 256 can be shown");
    spec.input.resize(max_elements + 1);
    CHECK_THROWS_AS(simulate(spec), Error);
}

} // namespace scanline::scan_trace::schedule_test
