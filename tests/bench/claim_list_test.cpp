#include "scanline/bench/claim_list.h"
#include "scanline/bench/markdown_table.h"

#include <catch2/catch_all.hpp>

#include <vector>

namespace scanline::bench::claim_list_test {

using Catch::Matchers::ContainsSubstring;

namespace {

// Of these times, one a round.
Row row(const std::vector<double>& times) {
    Row made;
    for (const double milliseconds : times)
        made.repetitions.push_back({{}, milliseconds});
    return made;
}

} // namespace

TEST_CASE("A ratio is that of times of the same round, whatever slowed both, and further rounds of one do "
          "not count") {
    const MedianInterval ratio = ratio_of_rounds(row({2, 20, 200, 7}), row({1, 10, 100}), "a over b");
    CHECK(ratio.low == 2);
    CHECK(ratio.median == 2);
    CHECK(ratio.high == 2);
}

TEST_CASE("A ratio has the confidence interval of its rounds") {
    const MedianInterval ratio = ratio_of_rounds(row({1.02, 0.98, 1.05, 1.03, 1.00, 1.04, 1.21, 1.01, 1.06}),
                                                 row(std::vector(9, 1.0)), "a over b");
    CHECK(ratio.low == 1.00);
    CHECK(ratio.median == 1.03);
    CHECK(ratio.high == 1.06);
}

TEST_CASE("Of times that the timer cannot tell, or a single round, there is no ratio") {
    CHECK_THROWS_AS(ratio_of_rounds(row({1, 1}), row({1, 0}), "a over b"), NotMeasured);
    CHECK_THROWS_WITH(ratio_of_rounds(row({0, 1}), row({1, 1}), "a over b"),
                      "a over b is too short for the timer");
    CHECK_THROWS_WITH(ratio_of_rounds(row({1}), row({1, 1}), "a over b"),
                      ContainsSubstring("single repetition"));
    CHECK_THROWS_AS(ratio_of_rounds(row({}), row({}), "a over b"), NotMeasured);
}

TEST_CASE("A limit is reported where the whole interval is on one side of it") {
    const MedianInterval interval{1, 2, 3};
    CHECK(at_least(interval, 1) == true);
    CHECK(at_least(interval, 3.5) == false);
    CHECK_FALSE(at_least(interval, 3).has_value());
    CHECK(at_most(interval, 3) == true);
    CHECK(at_most(interval, 0.5) == false);
    CHECK_FALSE(at_most(interval, 1).has_value());
}

TEST_CASE("An interval is written with the digits of its median, and at most two of its bounds") {
    const MedianInterval interval{1.2, 1.2341, 1.256};
    CHECK(interval_text(interval, 3) == "1.234 (1.20 to 1.26)");
    CHECK(interval_text(interval, 1) == "1.2 (1.2 to 1.3)");
}

TEST_CASE("The numbers of an axis without values are the usual ones") {
    const Request request{.values = {{"--sizes", {"2^10", "5"}}, {"--threads", {}}}};
    CHECK(request.get(Option<int>{"--sizes"}, {1}) == std::vector<int>{1024, 5});
    CHECK(request.get(Option<int>{"--threads"}, {1, 2}) == std::vector<int>{1, 2});
    CHECK(request.get(Option<int>{"--k"}, {7}) == std::vector<int>{7});
}

TEST_CASE("Columns of a table are aligned right, but for those that are named") {
    MarkdownTable table({"name", "ms", "by"}, {"name", "by"});
    table.add({"a", "1", "us"});
    CHECK(table.format() == "| name |   ms | by   |\n"
                            "| ---- | ---: | ---- |\n"
                            "| a    |    1 | us   |\n");
}

TEST_CASE("Of several findings one that fails decides, and then one that is not told") {
    const auto judge = [](std::optional<bool> holds) -> Finding {
        return {holds, holds ? (*holds ? "yes" : "no") : "?"};
    };
    using Several = std::vector<std::optional<bool>>;
    const Finding fails = judge_each(Several{true, std::nullopt, false}, judge, "told: ", "; ");
    CHECK(fails.holds == false);
    CHECK(fails.evidence == "told: yes; ?; no");
    CHECK_FALSE(judge_each(Several{true, std::nullopt}, judge).holds.has_value());
    CHECK(judge_each(Several{true, true}, judge).holds == true);
}

TEST_CASE("Claims are judged as long as they apply, and not told without their rows or of a part of a run") {
    const Claims claims{{"holds",
                         [](const Results&) {
                             return Finding{true, "seen"};
                         }},
                        {"misses", [](const Results&) -> Finding { throw NotMeasured("no row"); }},
                        {"elsewhere",
                         [](const Results&) {
                             return Finding{true, ""};
                         },
                         [](const Results&) { return false; }}};
    Results results;
    std::vector<Claim> told = claims(results);
    REQUIRE(told.size() == 2);
    CHECK(told[0].holds == true);
    CHECK_FALSE(told[1].holds.has_value());
    CHECK(told[1].evidence == "no row");
    results.complete = false;
    told = claims(results);
    CHECK_FALSE(told[0].holds.has_value());
    CHECK(told[0].evidence == "interrupted; so far: seen");
}

TEST_CASE("A claim that other rounds may turn is undecided, and one that none turns is not") {
    const Claims claims{{"a is faster than b", [](const Results& results) {
                             const double a = results.rows[0].milliseconds().median,
                                          b = results.rows[1].milliseconds().median;
                             return Finding{a < b, "told"};
                         }}};
    const auto judged = [&](const std::vector<double>& a, const std::vector<double>& b) {
        Results results;
        results.rows = {row(a), row(b)};
        return claims(results).at(0);
    };
    const std::vector<double> times{1.00, 1.03, 1.06, 1.09, 1.12, 1.15, 1.18};
    const std::vector<double> hardly_more{1.13, 1.01, 1.19, 1.04, 1.16, 1.07, 1.10};
    const Claim close = judged(times, hardly_more);
    CHECK_FALSE(close.holds.has_value());
    CHECK(close.evidence == "within the noise: told");
    CHECK(judged(times, std::vector(7, 1.2)).holds == true);
    CHECK(judged(std::vector(7, 1.2), times).holds == false);
    // What slows a round slows both of its times.
    const std::vector<double> slower{1.01, 1.04, 1.07, 1.10, 1.13, 1.16, 1.19};
    CHECK(judged(times, slower).holds == true);
    // Of one round no other can be drawn.
    CHECK(judged({1.00}, {1.01}).holds == true);
}

TEST_CASE("A claim about large inputs is undecided without one") {
    const Claims claims = Claims{
        {"holds", [](const Results&) {
             return Finding{true, "seen"};
         }}}.about(1 << 20);
    Results results;
    results.rows = {row({1}), row({1})};
    results.rows[1].items = (1 << 20) - 1;
    CHECK_FALSE(claims(results).at(0).holds.has_value());
    CHECK_THAT(claims(results).at(0).evidence, ContainsSubstring("1M or more"));
    results.rows[1].items = 1 << 20;
    CHECK(claims(results).at(0).holds == true);
    results.rows[1].repetitions.clear(); // it was skipped
    CHECK_FALSE(claims(results).at(0).holds.has_value());
}

TEST_CASE("Numbers, flags and names are written out as places on axes") {
    const AxisValues place{{"algorithm", "bt"}, {"block", 256}, {"negated", true}};
    CHECK(place[0].value == "bt");
    CHECK(place[1].value == "256");
    CHECK(place[2].value == "true");
}

} // namespace scanline::bench::claim_list_test
