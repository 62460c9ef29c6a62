#include "scanline/core/error.h"
#include "scenes/prefix_sum/setup.h"
#include "scenes/prefix_sum/words.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <numeric>

namespace scanline::view::prefix_sum::pin_test {

namespace {

using Kind = Pin::Kind;

const Setting* fact_of(const Pinned& pinned, std::string_view name) {
    const auto found = std::ranges::find(pinned.facts, name, &Setting::key);
    return found == pinned.facts.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("A pinned input is part of the values that change with it, and of no others") {
    for (const Variant variant : enumerators<Variant>) {
        for (const int size : {4, 7, 16, 33}) {
            for (const bool exclusive : {false, true}) {
                Setup setup;
                setup.resize(size);
                setup.spec.variant = variant;
                setup.spec.exclusive = exclusive;
                const Timeline timeline = simulate(setup.spec);
                for (const int i : {0, size / 2, size - 1}) {
                    Spec other = setup.spec;
                    other.input[static_cast<std::size_t>(i)] += 100;
                    const Timeline changed = simulate(other);
                    const Provenance traced = trace_of(timeline, {Kind::input, i});
                    std::vector<EventId> want;
                    for (int step = 0; step < std::ssize(timeline.steps); ++step) {
                        for (int index = 0; index < std::ssize(timeline.step(step).lanes); ++index) {
                            const Access* before = timeline.at({step, index}).result();
                            const Access* after = changed.at({step, index}).result();
                            const bool differs = before && before->value.value != after->value.value;
                            CAPTURE(std::string(to_string(variant)), size, exclusive, i, step, index);
                            CHECK(traced.has(timeline, {step, index}) == differs);
                            if (differs)
                                want.push_back({step, index});
                        }
                    }
                    CHECK(trace_of(timeline, {Kind::input, i})
                              .within(timeline, static_cast<int>(timeline.steps.size())) == want);
                }
            }
        }
    }
}

TEST_CASE("A pinned prefix sum is made of what its elements went into, and ends with its output") {
    for (const Variant variant : enumerators<Variant>) {
        Setup setup;
        setup.spec.variant = variant;
        const Timeline timeline = simulate(setup.spec);
        const int steps = static_cast<int>(timeline.steps.size());
        CAPTURE(std::string(to_string(variant)));
        const Provenance traced = trace_of(timeline, {Kind::output, 5});
        CHECK(traced.elements == Partial{16, 0, 6});
        CHECK(traced.has(timeline, traced.head));
        for (const EventId event : traced.events)
            CHECK(timeline.at(event).result()->value.last <= 6);
        const auto pinned = pinned_in(timeline, {Kind::output, 5}, steps);
        REQUIRE(pinned);
        CHECK(pinned->title == "Prefix sum y5");
        REQUIRE(fact_of(*pinned, "prefix sum y5"));
        CHECK(fact_of(*pinned, "prefix sum y5")->value == "16 = x0 .. x5");
        CHECK(fact_of(*pinned_in(timeline, {Kind::output, 5}, 0), "prefix sum y5")->value ==
              "not written yet");
    }
}

TEST_CASE("The way to a prefix sum has every value that would change it") {
    for (const Variant variant : enumerators<Variant>) {
        for (const int size : {4, 7, 16}) {
            Setup setup;
            setup.resize(size);
            setup.spec.variant = variant;
            const Timeline timeline = simulate(setup.spec);
            for (const int output : {0, size / 2, size - 1}) {
                CAPTURE(std::string(to_string(variant)), size, output);
                const Provenance way = trace_of(timeline, {Kind::output, output});
                // Every element of the sum comes in by some event on the way that reads it.
                std::vector<bool> read(static_cast<std::size_t>(size));
                for (const EventId event : way.events) {
                    for (const Access& access : timeline.at(event).reads) {
                        if (access.place.space == Space::input)
                            read[static_cast<std::size_t>(access.place.index)] = true;
                        // Whoever wrote what is read is on the way, too.
                        else if (access.writer.index >= 0 && !access.value.empty())
                            CHECK(way.has(timeline, access.writer));
                    }
                }
                CHECK(std::count(read.begin(), read.begin() + output + 1, true) == output + 1);
            }
        }
    }
}

TEST_CASE("What is pinned tells its tile, its last sums and its prefix sum") {
    Setup setup;
    setup.spec.variant = Variant::scan_then_add; // four tiles of four, on four workers
    const Timeline timeline = simulate(setup.spec);
    const auto at = [&](int steps) { return *pinned_in(timeline, {Kind::input, 5}, steps); };
    CHECK(at(0).title == "x5 = 1");
    CHECK(fact_of(at(0), "in")->value == "tile 1");
    CHECK(fact_of(at(0), "part of")->value == "0 sums so far");
    CHECK(fact_of(at(2), "part of")->value == "1 sum so far");
    CHECK(fact_of(at(2), "pass 1")->value == "worker 1: 5 = x4 .. x5");
    CHECK(fact_of(at(2), "prefix sum y5")->value == "5 so far");
    const int steps = static_cast<int>(timeline.steps.size());
    const Pinned last = at(steps);
    CHECK(fact_of(last, "prefix sum y5")->value == "16 = x0 .. x5");
    CHECK(fact_of(last, "part of")->value ==
          std::to_string(trace_of(timeline, {Kind::input, 5}).within(timeline, steps).size()) +
              " sums so far");
    CHECK(last.facts.size() == 6);
    CHECK_FALSE(pinned_in(timeline, {}, steps));
    CHECK_FALSE(pinned_in(timeline, {Kind::input, 16}, steps));
    const auto all = pinned_in_all(compare_variants(setup.spec), {Kind::input, 5}, 1);
    REQUIRE(all);
    CHECK(all->facts.size() == enumerators<Variant>.size());
    CHECK(fact_of(*all, "hillis-steele")->value == "2 sums, y5 in step 4");
}

TEST_CASE("A pin is set to what it says it is, and survives what it still exists in") {
    Setup setup;
    for (const std::string text : {"none", "0", "15", "y7", "2:4"}) {
        set(setup, "pinned", text);
        CHECK(to_string(setup.pin) == text);
    }
    CHECK(setup.pin == Pin{Kind::event, 4, 1});
    Setup copy;
    for (const Setting& setting : settings_of(setup))
        set(copy, setting.key, setting.value);
    CHECK(copy.pin == setup.pin);
    for (const std::string text : {"16", "y16", "99:0", "1:3", "0:0", "x", "1:"})
        CHECK_THROWS_AS(set(setup, "pinned", text), Error);
    CHECK(setup.pin == copy.pin);
    // The value of a lane belongs to its variant, an element to all.
    set(setup, "variant", "chained");
    CHECK(setup.pin == Pin{});
    set(setup, "pinned", "y7");
    set(setup, "variant", "blelloch");
    CHECK(to_string(setup.pin) == "y7");
    set(setup, "pinned", "-1");
    CHECK(setup.pin == Pin{});
}

} // namespace scanline::view::prefix_sum::pin_test
