#include "scanline/scan_trace/code.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::scan_trace::code_test {

namespace {

// "text: value" of the lines that an event runs.
std::vector<std::string> run_of(const Spec& spec, EventId event) {
    std::vector<std::string> told;
    const Code code = code_of(spec);
    for (const Ran& ran : lines_run(spec, simulate(spec), event))
        told.push_back(code.lines.at(ran.line) + ": " + ran.value);
    return told;
}

const std::vector<int> input{3, 1, 7, 0, 4, 1, 6, 3};

} // namespace

TEST_CASE("A lane that has a value runs a line of its variant's code, and one that waits computes nothing") {
    for (const Variant variant : enumerators<Variant>) {
        for (const bool exclusive : {false, true}) {
            for (const double dilation : {0.0, 0.5}) {
                Spec spec{.variant = variant, .input = {}, .exclusive = exclusive, .tile = 4};
                for (int i = 0; i < 61; ++i)
                    spec.input.push_back(i % 7);
                spec.dilation = dilation;
                spec.stalled = 1;
                spec.seed = 3;
                const Timeline timeline = simulate(spec);
                const Code code = code_of(spec);
                std::vector<int> times(code.lines.size());
                for (int step = 0; step < std::ssize(timeline.steps); ++step) {
                    for (int index = 0; index < std::ssize(timeline.step(step).lanes); ++index) {
                        const std::vector<Ran> ran = lines_run(spec, timeline, {step, index});
                        const LaneStep& lane = timeline.at({step, index});
                        CAPTURE(std::string(to_string(variant)), exclusive, dilation, step, index);
                        if (lane.result())
                            CHECK_FALSE(ran.empty());
                        for (const Ran& one : ran) {
                            ++times.at(one.line);
                            if (!lane.result() && lane.action != LaneAction::spin)
                                CHECK(one.value.empty());
                        }
                    }
                }
                // Lines without a part of their own are the heads of loops and conditions.
                for (std::size_t line = 0; line < times.size(); ++line) {
                    CAPTURE(std::string(to_string(variant)), code.lines[line]);
                    CHECK(code.lines[line].size() <= 34);
                    CHECK(code.lines[line].find('@') == std::string::npos);
                    const char last = code.lines[line].back();
                    if (last != ':' && code.lines[line] != "  a = b")
                        CHECK(times[line] > 0);
                }
            }
        }
    }
}

TEST_CASE("The code of recursive doubling shows what is added, and what is passed on") {
    const Spec spec{.variant = Variant::hillis_steele, .input = {3, 1, 7, 0}};
    CHECK(run_of(spec, {0, 2}) == std::vector<std::string>{"    b[i] = a[i - d] + a[i]: 1 + 7 = 8"});
    CHECK(run_of(spec, {0, 0}) == std::vector<std::string>{"    b[i] = a[i]: 3"});
    CHECK(run_of(spec, {1, 3}) ==
          std::vector<std::string>{"    b[i] = a[i - d] + a[i]: 4 + 7 = 11", "y[i] = a[i]: 11"});
}

TEST_CASE("Exclusive scans store before they add") {
    Spec spec{.variant = Variant::reduce_then_scan, .input = input, .exclusive = true, .lanes = 2, .tile = 4};
    const Timeline timeline = simulate(spec);
    const int step = static_cast<int>(timeline.steps.size()) - 1;
    CHECK(run_of(spec, {step, 0}) ==
          std::vector<std::string>{"  y = sum: 11", "  sum = sum + x: 11 + 0 = 11"});
    spec.op = Operator::max;
    CHECK(run_of(spec, {step, 0}) ==
          std::vector<std::string>{"  y = sum: 7", "  sum = sum max x: 7 max 0 = 7"});
}

TEST_CASE("A tile that looks back adds a total or a prefix, by what it finds") {
    const Spec spec{.variant = Variant::chained, .input = input, .lanes = 4, .tile = 2};
    const Timeline timeline = simulate(spec);
    int totals = 0, prefixes = 0;
    for (int step = 0; step < std::ssize(timeline.steps); ++step) {
        for (int index = 0; index < std::ssize(timeline.step(step).lanes); ++index) {
            const LaneStep& lane = timeline.at({step, index});
            if (lane.action != LaneAction::look_back)
                continue;
            const bool prefix = lane.reads.back().place.space == Space::prefix;
            ++(prefix ? prefixes : totals);
            CAPTURE(step, index);
            const std::vector<std::string> ran = run_of(spec, {step, index});
            REQUIRE(ran.size() == 1);
            CHECK_THAT(ran[0],
                       Catch::Matchers::StartsWith(prefix ? "    before = P[b]" : "    before = A[b]"));
        }
    }
    CHECK(totals > 0);
    CHECK(prefixes > 0);
}

TEST_CASE("A thread runs the code of its own pass") {
    const Spec spec{.variant = Variant::scalar2, .input = input, .lanes = 2};
    CHECK(run_of(spec, {3, 0}) ==
          std::vector<std::string>{"  sum = sum + x: 11 + 0 = 11", "sums[t] = sum: 11"});
    CHECK(run_of(spec, {3, 1}) == std::vector<std::string>{"barrier: "});
}

} // namespace scanline::scan_trace::code_test
