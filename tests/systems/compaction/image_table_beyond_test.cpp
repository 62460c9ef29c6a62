#include "systems/compaction/image_table_results.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <utility>

namespace scanline::systems::image_table_beyond_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

double packed_is_slow_on_four(const Place& place) {
    const bool slow = place.image == "hand" && (!place.negated || place.elements == 512 * 512);
    return place.name == "packed" && slow ? 3.5 : time_of_all(place);
}

} // namespace

TEST_CASE("Packed has to be half as fast again as the best of the four on 15 of 18 data sets") {
    const Results holds = table_of_all([](const Place& place) {
        return place.name == "packed" && place.image == "hand" && !place.negated ? 3.5 : time_of_all(place);
    });
    const Claim told = claim(holds, "packed is at least");
    CHECK(told.holds == true);
    CHECK_THAT(told.evidence, ContainsSubstring("on 15 of 18;") &&
                                  ContainsSubstring("at least 1.14 (hand, 256K)") &&
                                  ContainsSubstring("median 2.00"));
    const Results fails = table_of_all(packed_is_slow_on_four);
    CHECK(claim(fails, "packed is at least").holds == false);
    CHECK_THAT(claim(fails, "packed is at least").evidence, ContainsSubstring("on 14 of 18;"));
}

TEST_CASE("What a quick run measures of packed tells of 18 data sets only what they cannot change") {
    Results results = table_of_all(time_of_all);
    drop(results, {{"elements", "1048576"}});
    drop(results, {{"elements", "4194304"}});
    const Claim told = claim(results, "packed is at least");
    CHECK_FALSE(told.holds.has_value());
    CHECK_THAT(told.evidence, ContainsSubstring("on 6 of 6 measured of 18; factor at least 2.00"));
    results =
        table_of_all([](const Place& place) { return place.name == "packed" ? 3.5 : time_of_all(place); });
    drop(results, {{"elements", "1048576"}});
    CHECK(claim(results, "packed is at least").holds == false);
    results = table_of_all(packed_is_slow_on_four);
    drop(results, {{"elements", "1048576"}}); // it wins 9 of 12: 15 with the others
    CHECK_FALSE(claim(results, "packed is at least").holds.has_value());
}

TEST_CASE("Auto has to be within a tenth of the best fixed setting everywhere, the mixed image included") {
    const auto slower_on_mixed = [](double milliseconds) {
        return table_of_all([milliseconds](const Place& place) {
            const bool here = place.name == "auto" && place.adapt == "global" && place.image == "mixed" &&
                              place.elements == 1024 * 1024;
            return here ? milliseconds : time_of_all(place);
        });
    };
    const Claim holds = claim(slower_on_mixed(2.18), "auto (global), its own look");
    CHECK(holds.holds == true);
    // The HistoPyramid, which keeps no order, is the best of all.
    CHECK_THAT(holds.evidence, ContainsSubstring("at worst 1.090 (mixed, 1M, over packed") &&
                                   ContainsSubstring("all algorithms 2.180 (mixed, 1M, over histopyramid"));
    const Claim fails = claim(slower_on_mixed(2.22), "auto (global), its own look");
    CHECK(fails.holds == false);
    CHECK_THAT(fails.evidence, ContainsSubstring("at worst 1.110 (mixed, 1M"));
}

TEST_CASE("By the GPU's timer auto whose work as a whole takes long is not near the best") {
    Results results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        row.overhead = row.axis("adapt") == "global" && row.axis("image") == "hand" ? -0.2 : 0.0;
    for (const auto& [timer, holds] : {std::pair("gl-query", false), std::pair("wall-clock", true)}) {
        INFO(timer);
        results.environment.timer = timer;
        const Claim told = claim(results, near_best);
        CHECK(told.holds == holds);
        CHECK_THAT(told.evidence, ContainsSubstring("at worst 1.000") &&
                                      ContainsSubstring("between stages, 1.250 (hand, 256K"));
    }
}

TEST_CASE("The interval of times as a whole is as wide as that of the stages, in parts") {
    struct Case {
        double whole;
        std::optional<bool> holds;
        std::string text;
    };
    for (const Case& one : {Case{1.04, true, "1.040 (hand, 1M, over packed, 0.99 to 1.09)"},
                            Case{1.07, std::nullopt, "1.070 (hand, 1M, over packed, 1.02 to 1.12)"},
                            Case{1.15, std::nullopt, "1.150 (hand, 1M, over packed, 1.09 to 1.21)"},
                            Case{1.17, false, "1.170 (hand, 1M, over packed, 1.11 to 1.23)"}}) {
        INFO(one.whole);
        Results results = table_of_rounds("global", hand_1m, nine(0.95 * 0.99, 0.99, 1.05 * 0.99));
        results.environment.timer = "gl-query";
        for (Row& row : results.rows)
            row.overhead =
                row.axis("adapt") == "global" && row.milliseconds().median < 2 ? 0.99 / one.whole - 1 : 0.0;
        const Claim told = claim(results, near_best);
        CHECK(told.holds == one.holds);
        CHECK_THAT(told.evidence, ContainsSubstring("between stages, " + one.text));
    }
}

TEST_CASE("Auto by regions must not be slower anywhere, and has to be faster where halves differ") {
    const Results good = table_of_all([](const Place& place) {
        return place.adapt == "regional" && place.image == "mixed" ? 1.5 : time_of_all(place);
    });
    CHECK(claim(good, "on no data set slower").holds == true);
    const Claim faster = claim(good, "on the mixed image");
    CHECK(faster.holds == true);
    CHECK_THAT(faster.evidence,
               ContainsSubstring("1.333 (mixed, 256K") && ContainsSubstring("1.333 (mixed, 4M"));

    const Results bad = table_of_all([](const Place& place) {
        return place.adapt == "regional" && place.image == "bunny" ? 2.06 : time_of_all(place);
    });
    const Claim slower = claim(bad, "on no data set slower");
    CHECK(slower.holds == false);
    CHECK_THAT(slower.evidence, ContainsSubstring("at worst 1.030 (bunny, 256K"));
    CHECK(claim(bad, "on the mixed image").holds == false);
}

TEST_CASE("Auto is reported by the interval of its quotients, which lies below or above the limit") {
    struct Case {
        double limit;
        std::string claim, adapt;
    };
    for (const Case& one : {Case{1.1, near_best, "global"}, Case{1.02, not_slower, "regional"}}) {
        const auto told = [&one](const Factors& factors) {
            return claim(table_of_rounds(one.adapt, hand_1m, factors), one.claim).holds;
        };
        INFO(one.claim);
        CHECK(told(nine(0.99, 1, 1.01)) == true);
        CHECK(told(nine(0.99, 1, one.limit)) == true);
        CHECK_FALSE(told(nine(0.99, 1, one.limit + 0.001)).has_value());
        CHECK_FALSE(told(nine(one.limit, 1.2, 1.3)).has_value());
        CHECK(told(nine(one.limit + 0.001, 1.2, 1.3)) == false);
        CHECK(told(nine(one.limit, one.limit, one.limit)) == true);
    }
}

TEST_CASE("Auto by regions is reported to be faster on the mixed image by the interval of its gain") {
    const AxisValues mixed_1m{{"image", "mixed"}, {"elements", "1048576"}};
    const auto told = [&](const Factors& gains) {
        Results results = table_of_rounds("global", mixed_1m, gains);
        for (Row& row : results.rows) {
            if (stands_at(row, {{"adapt", "global"}, {"image", "mixed"}}) && !stands_at(row, mixed_1m))
                run_rounds(row, Factors(9, 1.5));
        }
        return claim(results, faster_on_mixed);
    };
    CHECK(told(nine(1.021, 1.2, 1.3)).holds == true);
    CHECK_THAT(told(nine(1.021, 1.2, 1.3)).evidence,
               ContainsSubstring(
                   "regional 1.500 (mixed, 256K, 1.50 to 1.50), 1.200 (mixed, 1M, 1.02 to 1.30), 1.500 (mi"));
    CHECK_FALSE(told(nine(1.02, 1.2, 1.3)).holds.has_value());
    CHECK_FALSE(told(nine(0.99, 1, 1.021)).holds.has_value());
    CHECK(told(nine(0.99, 1, 1.02)).holds == false);
}

TEST_CASE("Of several data sets one that fails decides, then one that is undecided") {
    Results results = table_of_rounds("regional", hand_1m, nine(0.9, 1, 1.2));
    CHECK_FALSE(claim(results, not_slower).holds.has_value());
    for (Row& row : results.rows) {
        if (stands_at(row, {{"adapt", "regional"}, {"image", "finger"}}))
            run_rounds(row, Factors(9, 1.1));
    }
    CHECK(claim(results, not_slower).holds == false);

    results = table_of_rounds("regional", {{"image", "mixed"}}, Factors(9, 0.5));
    CHECK(claim(results, faster_on_mixed).holds == true);
    const auto regional_on_mixed = [&results](const std::string& elements) -> Row& {
        const AxisValues axes{{"adapt", "regional"}, {"image", "mixed"}, {"elements", elements}};
        return *std::ranges::find_if(results.rows, [&axes](const Row& row) { return stands_at(row, axes); });
    };
    run_rounds(regional_on_mixed("262144"), nine(1, 1, 4));
    run_rounds(regional_on_mixed("4194304"), nine(1, 1, 4));
    CHECK_FALSE(claim(results, faster_on_mixed).holds.has_value());
    run_rounds(regional_on_mixed("1048576"), Factors(9, 2));
    CHECK(claim(results, faster_on_mixed).holds == false);
}

TEST_CASE("What the machine does to all of a round is not in the quotients") {
    const Factors drift{1, 3, 2, 5, 1, 4, 2, 9, 3};
    Results results = table_of_rounds("regional", hand_1m, Factors(drift.size(), 1.01));
    for (Row& row : results.rows)
        run_rounds(row, drift);
    CHECK(claim(results, near_best).holds == true);
    CHECK(claim(results, not_slower).holds == true);
    CHECK_THAT(claim(results, not_slower).evidence, ContainsSubstring("1.010 (hand, 1M, 1.01 to 1.01)"));
    // The same times of one, but of other rounds.
    for (Row& row : results.rows) {
        if (row.axis("adapt") == "regional")
            std::ranges::reverse(row.repetitions);
    }
    CHECK_FALSE(claim(results, not_slower).holds.has_value());
}

TEST_CASE("The ratio is the median of the quotients, not that of the times") {
    Results results = table_of_rounds("regional", hand_1m, {2, 3, 1});
    for (Row& row : results.rows) {
        if (row.axis("adapt") == "global")
            run_rounds(row, {1, 2, 3});
    }
    // 2, 3/2 and 1/3 there; 1, 1/2 and 1/3 elsewhere.
    CHECK_THAT(claim(results, not_slower).evidence,
               ContainsSubstring("at worst 1.500 (hand, 1M, 0.33 to 2.00)"));
}

TEST_CASE("Rounds that one of two has not finished do not count") {
    const Factors drift{1, 2, 4, 8, 16, 32, 64};
    Results results = table_of_rounds("regional", hand_1m, drift);
    for (Row& row : results.rows) {
        run_rounds(row, drift);
        if (row.axis("adapt") == "global")
            row.repetitions.pop_back();
    }
    CHECK(claim(results, not_slower).holds == true);
    CHECK_THAT(claim(results, not_slower).evidence, ContainsSubstring("1.000 (hand, 256K, 1.00 to 1.00)"));
    for (Row& row : results.rows) {
        if (row.axis("adapt") == "global")
            row.repetitions.resize(1);
    }
    CHECK_FALSE(claim(results, not_slower).holds.has_value());
    CHECK_THAT(claim(results, not_slower).evidence, ContainsSubstring("single repetition"));
}

TEST_CASE("More rounds tell what few do not, however far apart they stay") {
    Factors factors;
    for (int round = 0; round < 6; ++round)
        factors.push_back(round % 2 == 0 ? 1.0 : 1.3);
    CHECK_FALSE(claim(table_of_rounds("global", hand_1m, factors), near_best).holds.has_value());
    for (int round = 0; round < 60; ++round)
        factors.push_back(round % 4 == 0 ? 1.0 : 1.3);
    CHECK(claim(table_of_rounds("global", hand_1m, factors), near_best).holds == false);
}

TEST_CASE("A single repetition has no noise that is known, and tells nothing of auto") {
    Results results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        row.repetitions.resize(1);
    for (const std::string& part : {near_best, not_slower, faster_on_mixed}) {
        CHECK_FALSE(claim(results, part).holds.has_value());
        CHECK_THAT(claim(results, part).evidence, ContainsSubstring("single repetition"));
    }
    CHECK(claim(results, "packed is at least").holds == true);
}

TEST_CASE("A time of 0 has no quotient, and tells nothing of auto") {
    for (const std::string adapt : {"regional", "global"}) {
        const Results results = table_of_rounds(adapt, hand_1m, {1, 0, 1, 1, 1, 1, 1});
        const Claim told = claim(results, not_slower);
        CHECK_FALSE(told.holds.has_value());
        CHECK_THAT(told.evidence, ContainsSubstring("hand, 1M: auto/regional or auto/global is too short"));
    }
}

TEST_CASE("Without packed or auto nothing is reported of them, and the paper's claims do not mind") {
    const Results results = table(papers);
    for (const std::string part : {"packed is at least", "its own look", "slower than auto", "mixed image"}) {
        INFO(part);
        CHECK_FALSE(claim(results, part).holds.has_value());
    }
    Results interrupted = table_of_all(time_of_all);
    interrupted.complete = false;
    CHECK_FALSE(claim(interrupted, "packed is at least").holds.has_value());
    CHECK_THAT(claim(interrupted, "packed is at least").evidence,
               ContainsSubstring("interrupted; so far: on 18"));
}

TEST_CASE("The summary has packed's gain and auto's times over the best fixed one, also of the mixed image") {
    const Results results = table_of_all([](const Place& place) {
        return place.adapt == "regional" && place.image == "mixed" ? 1.5 : time_of_all(place);
    });
    const std::string summary = find_experiment("table1").summary(results);
    CHECK_THAT(summary,
               ContainsSubstring("### mixed\n\n| setting       |  256K here |    1M here |    4M here |"));
    CHECK_THAT(summary, ContainsSubstring(
                            "| mixed, 4M            | horn/32 4.00     |   2.00 | 2.00 | packed 2.00      "
                            "    |         1.00 |     0.75 |     1.00 |"));
    CHECK_THAT(summary, ContainsSubstring("| auto/regional |"));
}

} // namespace scanline::systems::image_table_beyond_test
