#include "scanline/scan_trace/simulate.h"
#include "schedule.h"

#include <catch2/catch_all.hpp>
#include <stdexcept>

namespace scanline::scan_trace::timeline_test {

namespace {

Timeline eight(Variant variant, bool exclusive = false) {
    Spec spec;
    spec.variant = variant;
    spec.input = {3, 1, 7, 0, 4, 1, 6, 3};
    spec.exclusive = exclusive;
    spec.lanes = 2;
    spec.tile = 4;
    return simulate(spec);
}

// The elements of the input that the events of a cone read.
std::vector<int> inputs_of(const Timeline& timeline, const std::vector<EventId>& events,
                           const Partial& whole) {
    std::vector<bool> read(timeline.input.size());
    for (const EventId event : events) {
        for (const Access& access : timeline.at(event).reads) {
            if (access.place.space == Space::input && access.place.index < whole.last)
                read[static_cast<std::size_t>(access.place.index)] = true;
        }
    }
    std::vector<int> indices;
    for (int i = 0; i < static_cast<int>(read.size()); ++i) {
        if (read[static_cast<std::size_t>(i)])
            indices.push_back(i);
    }
    return indices;
}

} // namespace

TEST_CASE("Reading where nothing has been written, and combining what are no neighbours, are errors") {
    const std::vector<int> input{1, 2, 3};
    Recorder recorder(input, Operator::sum, 1, ColumnOf::lane);
    recorder.begin_step("", "");
    auto lane = recorder.lane(LaneAction::copy, 0);
    CHECK_THROWS_AS(lane.read({Space::lane, 0}), std::logic_error);
    const Partial first = lane.read({Space::input, 0}), third = lane.read({Space::input, 2});
    CHECK_THROWS_AS(lane.combine(first, third), std::logic_error);
    CHECK_THROWS_AS(lane.combine(third, first), std::logic_error);
    CHECK(lane.combine(recorder.nothing(), third) == third);
}

TEST_CASE("What a step writes is seen by the next one") {
    const std::vector<int> input{1, 2};
    Recorder recorder(input, Operator::max, 2, ColumnOf::lane);
    const Place place{Space::lane, 0};
    recorder.begin_step("", "");
    auto lane = recorder.lane(LaneAction::copy, 1);
    lane.write(place, lane.combine(lane.read({Space::input, 0}), lane.read({Space::input, 1})));
    recorder.lane(LaneAction::load, 0);
    CHECK_FALSE(recorder.holds(place));
    recorder.end_step();
    CHECK(recorder.holds(place));
    recorder.begin_step("", "");
    recorder.lane(LaneAction::copy, 0).read(place);
    recorder.end_step();

    const Timeline timeline = recorder.take();
    CHECK(timeline.steps[0].lanes[1].action == LaneAction::combine);
    CHECK(timeline.steps[0].lanes[1].operations == 1);
    const Access& read = timeline.steps[1].lanes[0].reads.front();
    CHECK(read.value == Partial{2, 0, 2});
    CHECK(read.writer == EventId{0, 1});
}

TEST_CASE("Memory holds what the steps so far have written") {
    const Timeline timeline = eight(Variant::reduce_then_scan);
    CHECK_FALSE(memory_after(timeline, 0).find({Space::output, 0}));
    CHECK_FALSE(memory_after(timeline, 3).find_tile(0));
    CHECK(memory_after(timeline, 4).find_tile(0)->place.space == Space::prefix);
    CHECK(memory_after(timeline, 4).find_tile(0)->value.value == 11);
    CHECK_FALSE(memory_after(timeline, 4).find({Space::output, 0}));
    const Memory memory = memory_after(timeline, 5);
    CHECK(memory.find({Space::output, 0})->value.value == 3);
    CHECK(memory.find({Space::output, 4})->value.value == 15);
    CHECK_FALSE(memory.find({Space::output, 1}));
}

TEST_CASE("A tile that has published its prefix does not go back to its total") {
    const std::vector<int> input{4};
    Recorder recorder(input, Operator::sum, 1, ColumnOf::lane);
    recorder.set_tiles({{0, 1}}, true);
    for (const Space space : {Space::prefix, Space::aggregate}) {
        recorder.begin_step("", "");
        auto lane = recorder.lane(LaneAction::copy, 0);
        lane.write({space, 0}, lane.read({Space::input, 0}));
        recorder.end_step();
    }
    const Memory memory = memory_after(recorder.take(), 2);
    const Access* tile = memory.find_tile(0);
    REQUIRE(tile);
    CHECK(tile->place.space == Space::prefix);
    CHECK(tile->writer == EventId{0, 0});
}

TEST_CASE("Counters grow from nothing to those of the whole") {
    for (const Variant variant : enumerators<Variant>) {
        const Timeline timeline = eight(variant);
        CHECK(count(timeline, 0, 2) == Counters{});
        Counters before;
        for (int steps = 1; steps <= static_cast<int>(timeline.steps.size()); ++steps) {
            const Counters now = count(timeline, steps, 2);
            CHECK(now.steps == steps);
            CHECK(now.work >= before.work);
            CHECK(now.reads >= before.reads);
            before = now;
        }
        CHECK(efficiency(timeline, before, 2) > 0);
        CHECK(efficiency(timeline, before, 2) <= 1);
    }
}

TEST_CASE("Waiting is spinning and standing at a barrier, not being held") {
    Spec spec;
    spec.variant = Variant::chained;
    spec.input = std::vector<int>(16, 1);
    spec.tile = 2;
    spec.seed = 3;
    const Timeline timeline = simulate(spec);
    int spins = 0, held = 0;
    for (const TimeStep& step : timeline.steps) {
        for (const LaneStep& lane : step.lanes) {
            spins += lane.action == LaneAction::spin;
            held += lane.action == LaneAction::held;
        }
    }
    REQUIRE(spins > 0);
    REQUIRE(held > 0);
    CHECK(count(timeline, static_cast<int>(timeline.steps.size()), spec.lanes).waits == spins);
}

TEST_CASE("The cone of an output reaches back to exactly the elements it is the sum of") {
    for (const Variant variant : enumerators<Variant>) {
        for (const bool exclusive : {false, true}) {
            const Timeline timeline = eight(variant, exclusive);
            for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
                const auto& lanes = timeline.steps[static_cast<std::size_t>(step)].lanes;
                for (int index = 0; index < static_cast<int>(lanes.size()); ++index) {
                    const Access* result = lanes[static_cast<std::size_t>(index)].result();
                    if (!result || result->place.space != Space::output || result->value.empty())
                        continue;
                    for (const EventId event : cone(timeline, {step, index}))
                        CHECK(timeline.at(event).result()->value.last <= result->value.last);
                    const std::vector<int> inputs =
                        inputs_of(timeline, cone(timeline, {step, index}), result->value);
                    CAPTURE(to_string(variant), exclusive, step, index);
                    CHECK(inputs.size() ==
                          static_cast<std::size_t>(result->value.last - result->value.first));
                    CHECK(inputs.front() == result->value.first);
                    CHECK(inputs.back() == result->value.last - 1);
                }
            }
        }
    }
}

TEST_CASE("An output is whole when it has got all that comes before it") {
    const auto output = [](int index, int first, int last) {
        return Access{{Space::output, index}, {1, first, last}, {}};
    };
    CHECK(is_whole(output(4, 0, 5)));
    CHECK(is_whole(output(4, 0, 4))); // exclusive
    CHECK_FALSE(is_whole(output(4, 0, 3)));
    CHECK_FALSE(is_whole(output(4, 3, 5)));
    CHECK(is_whole(output(0, 0, 0)));
    CHECK_FALSE(is_whole(output(4, 0, 0)));
    CHECK_FALSE(is_whole({{Space::lane, 4}, {1, 0, 5}, {}}));
}

} // namespace scanline::scan_trace::timeline_test
