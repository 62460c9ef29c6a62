#include "made_up_results.h"
#include "paper_table1.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace scanline::bench {

using namespace test;
using Catch::Matchers::Contains;

namespace {

using Times = std::function<double(const std::string& image, bool negated, int elements,
                                   const std::string& algorithm, int block)>;

// The paper's time; for Jumping Jack in blocks of 512, which it could not measure, one that wins nothing.
double papers(const std::string& image, bool negated, int elements, const std::string& algorithm, int block) {
    return paper_milliseconds(image, negated, elements, block, algorithm).value_or(1000);
}

void add_data_set(Results& results, const std::string& image, bool negated, int elements,
                  const Times& times) {
    for (const int block : {32, 128, 512}) {
        for (const std::string& algorithm : paper_four)
            add_row(results,
                    {{"image", image},
                     {"negated", negated ? "true" : "false"},
                     {"elements", std::to_string(elements)},
                     {"algorithm", algorithm},
                     {"block", std::to_string(block)}},
                    times(image, negated, elements, algorithm, block));
    }
}

Results table(const Times& times) {
    Results results = made_up("table1");
    for (const std::string image : {"hand", "bunny", "finger"}) {
        for (const int elements : {512 * 512, 1024 * 1024, 2048 * 2048}) {
            for (const bool negated : {false, true})
                add_data_set(results, image, negated, elements, times);
        }
    }
    return results;
}

// A row of a run with all that table 1 measures.
struct Place {
    std::string image;
    bool negated = false;
    int elements = 0;
    std::string name, block, adapt;
};

// The four take 4, the HistoPyramid 1 and the rest 2.
double time_of_all(const Place& place) {
    if (place.block != "-")
        return 4;
    return place.name == "histopyramid" ? 1 : 2;
}

void add_all(Results& results, Place place, const std::function<double(const Place&)>& times) {
    const auto add = [&](const std::string& name, const std::string& block, const std::string& adapt) {
        place.name = name;
        place.block = block;
        place.adapt = adapt;
        add_row(results,
                {{"image", place.image},
                 {"negated", place.negated ? "true" : "false"},
                 {"elements", std::to_string(place.elements)},
                 {"algorithm", name},
                 {"block", block},
                 {"adapt", adapt}},
                times(place));
    };
    for (const std::string block : {"32", "128", "512"}) {
        for (const std::string& algorithm : paper_four)
            add(algorithm, block, "-");
    }
    for (const std::string name : {"histopyramid", "packed"})
        add(name, "-", "-");
    for (const std::string adapt : {"global", "regional", "temporal"})
        add("auto", "-", adapt);
}

Results table_of_all(const std::function<double(const Place&)>& times) {
    Results results = made_up("table1");
    for (const int elements : {512 * 512, 1024 * 1024, 2048 * 2048}) {
        for (const std::string image : {"hand", "bunny", "finger"}) {
            for (const bool negated : {false, true})
                add_all(results, {image, negated, elements, {}, {}, {}}, times);
        }
        add_all(results, {"mixed", false, elements, {}, {}, {}}, times);
    }
    for (Row& row : results.rows)
        row.repetitions.push_back(row.repetitions.front());
    return results;
}

using Factors = std::vector<double>;

// A repetition for each round, so many times as long as the first one was.
void run_rounds(Row& row, const Factors& factors) {
    const Repetition first = row.repetitions.front();
    row.repetitions.clear();
    for (const double factor : factors) {
        row.repetitions.push_back(first);
        row.repetitions.back().milliseconds *= factor;
    }
}

bool stands_at(const Row& row, const AxisValues& values) {
    return std::ranges::all_of(values,
                               [&row](const auto& value) { return row.axis(value.first) == value.second; });
}

// All take the same in each round, but auto of that adaption where the row stands at `axes`.
Results table_of_rounds(const std::string& adapt, AxisValues axes, const Factors& factors) {
    axes.emplace_back("adapt", adapt);
    Results results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        run_rounds(row, stands_at(row, axes) ? factors : Factors(factors.size(), 1));
    return results;
}

// Nine rounds: the interval is from the second smallest to the second largest.
Factors nine(double low, double middle, double high) {
    return {middle, 9.0, low, middle, high, middle, 0.1, middle, middle};
}

const AxisValues hand_1m{{"image", "hand"}, {"negated", "false"}, {"elements", "1048576"}};
const std::string near_best = "auto (global), its own look";
const std::string not_slower = "on no data set slower";
const std::string faster_on_mixed = "on the mixed image";

} // namespace

TEST_CASE("The paper's table has 11 settings for each image, without Jumping Jack in blocks of 512") {
    REQUIRE(paper_table1().size() == 33);
    std::set<std::string> seen;
    double sum = 0;
    for (const PaperTimes& times : paper_table1()) {
        seen.insert(std::string(times.image) + std::to_string(times.block) +
                    std::string(to_string(times.algorithm)));
        CHECK_FALSE((times.algorithm == raster::Algorithm::jj && times.block == 512));
        for (std::size_t size = 0; size < 3; ++size)
            sum += times.positive[size] + times.negative[size];
        CHECK(times.positive[0] < times.positive[1]);
        CHECK(times.positive[1] < times.positive[2]);
        CHECK(times.negative[0] < times.negative[1]);
        CHECK(times.negative[1] < times.negative[2]);
    }
    CHECK(seen.size() == 33);
    // All 198 numbers of the table, added up from the paper.
    CHECK(sum == Approx(12523.68).epsilon(1e-12));
}

TEST_CASE("A time of the paper is found by its data set and setting, and what it has not is not") {
    CHECK(paper_milliseconds("finger", false, 512 * 512, 32, "horn") == 13.24);
    CHECK(paper_milliseconds("hand", true, 1024 * 1024, 128, "rlz") == 43.32);
    CHECK(paper_milliseconds("bunny", true, 2048 * 2048, 512, "bt") == 178.98);
    CHECK_FALSE(paper_milliseconds("bunny", true, 2048 * 2048, 512, "jj").has_value());
    CHECK_FALSE(paper_milliseconds("bunny", true, 2048 * 2048, 256, "bt").has_value());
    CHECK_FALSE(paper_milliseconds("bunny", true, 1000, 512, "bt").has_value());
    CHECK_FALSE(paper_milliseconds("teapot", true, 2048 * 2048, 512, "bt").has_value());
    CHECK_FALSE(paper_milliseconds("bunny", true, 2048 * 2048, 512, "packed").has_value());
}

TEST_CASE("The paper's own times have the paper's winners") {
    const Results results = table(papers);
    for (const std::string part : {"binary tree is the fastest", "Jumping Jack is the fastest", "no setting",
                                   "paper's winner", "keeps it"}) {
        const Claim told = claim(results, part);
        INFO(told.claim << ": " << told.evidence);
        CHECK(told.holds == true);
    }
    CHECK_THAT(claim(results, "paper's winner").evidence,
               Contains("same algorithm on 18 of 18, with the same block on 18"));
    CHECK_THAT(claim(results, "binary tree is the fastest").evidence, Contains("9 of 9"));
}

TEST_CASE("One image on which another algorithm is faster refutes the winners, and the evidence names it") {
    const Results results = table(
        [](const std::string& image, bool negated, int elements, const std::string& algorithm, int block) {
            const bool here =
                image == "hand" && !negated && elements == 512 * 512 && algorithm == "horn" && block == 128;
            return here ? 0.5 : papers(image, negated, elements, algorithm, block);
        });
    const Claim tree = claim(results, "binary tree is the fastest");
    CHECK(tree.holds == false);
    CHECK_THAT(tree.evidence, Contains("8 of 9") && Contains("hand, 256K (horn/128 0.500 ms)"));
    const Claim winner = claim(results, "paper's winner");
    CHECK(winner.holds == false);
    CHECK_THAT(winner.evidence,
               Contains("17 of 18") && Contains("hand, 256K (horn/128, in the paper bt/512)"));
    CHECK(claim(results, "keeps it").holds == false);
    CHECK(claim(results, "Jumping Jack is the fastest").holds == true);
}

TEST_CASE("A winner in another block is the paper's algorithm but not its setting") {
    const Results results = table(
        [](const std::string& image, bool negated, int elements, const std::string& algorithm, int block) {
            const bool here =
                image == "bunny" && negated && elements == 2048 * 2048 && algorithm == "jj" && block == 512;
            return here ? 1.0 : papers(image, negated, elements, algorithm, block);
        });
    const Claim winner = claim(results, "paper's winner");
    CHECK(winner.holds == true);
    CHECK_THAT(winner.evidence, Contains("18 of 18, with the same block on 17"));
}

TEST_CASE("One setting that is the best everywhere is a general optimum") {
    const Results results = table([](const std::string&, bool, int, const std::string& algorithm, int block) {
        return algorithm == "bt" && block == 128 ? 1.0 : 2.0;
    });
    const Claim told = claim(results, "no setting");
    CHECK(told.holds == false);
    CHECK_THAT(told.evidence, Contains("18 data sets: bt/128 on 18"));
    CHECK(claim(results, "Jumping Jack is the fastest").holds == false);
}

TEST_CASE("What block size an algorithm prefers is told by most of the data sets") {
    // Sparse: the larger the better; dense: the smaller the better.
    const Results follows = table([](const std::string&, bool negated, int, const std::string&, int block) {
        return negated ? block : 1000.0 - block;
    });
    CHECK(claim(follows, "Horn prefers").holds == true);
    CHECK(claim(follows, "binary tree prefers").holds == true);
    CHECK(claim(follows, "in general benefit").holds == false);
    const Results larger =
        table([](const std::string&, bool, int, const std::string&, int block) { return 1000.0 - block; });
    CHECK(claim(larger, "Horn prefers").holds == false);
    CHECK(claim(larger, "binary tree prefers").holds == false);
    CHECK(claim(larger, "in general benefit").holds == true);
    CHECK_THAT(claim(larger, "in general benefit").evidence, Contains("9 of 9 images and 9 of 9 negatives"));
}

TEST_CASE("A table that misses a time tells no winners, but what needs no such time") {
    Results results = table(papers);
    drop(results, {{"algorithm", "rlz"}, {"block", "512"}, {"image", "hand"}});
    for (const std::string part :
         {"binary tree is the fastest", "no setting", "paper's winner", "in general benefit"}) {
        const Claim told = claim(results, part);
        INFO(told.claim);
        CHECK_FALSE(told.holds.has_value());
        CHECK_THAT(told.evidence, Contains("rlz") && Contains("512") && Contains("hand"));
    }
    CHECK(claim(results, "Horn prefers").holds.has_value());
}

TEST_CASE("An algorithm without blocks takes no part in the paper's claims, but in the winners of all") {
    Results results = table(papers);
    for (const std::string image : {"hand", "bunny", "finger"})
        add_row(results,
                {{"image", image},
                 {"negated", "false"},
                 {"elements", "262144"},
                 {"algorithm", "horn-unblocked"},
                 {"block", "-"}},
                0.25);
    CHECK(claim(results, "binary tree is the fastest").holds == true);
    const std::string summary = find_experiment("table1").summary(results);
    CHECK_THAT(summary, Contains("horn-unblocked 0.250"));
}

TEST_CASE("The summary has the paper's times beside those here, with the winners marked in both") {
    const Results results = table([](const std::string&, bool, int, const std::string& algorithm, int block) {
        if (algorithm == "jj" && block == 32)
            return 1.5;
        return algorithm == "rlz" && block == 128 ? 2.5 : 40.0;
    });
    const std::string summary = find_experiment("table1").summary(results);
    // The paper's best for the hand at 256K, which keeps the order too; here it wins nothing.
    CHECK_THAT(summary, Contains("**4.36** o |"));
    CHECK_THAT(summary, Contains(" **1.50** |") && Contains(" 2.50 o |"));
    for (const std::string heading :
         {"### hand", "### bunny", "### finger", "### hand negated", "256K paper", "4M here"})
        CHECK_THAT(summary, Contains(heading));
    CHECK_THAT(summary, Contains("| hand negated, 4M     | jj/128 116  | jj/32 1.50 | horn/128 151 "));
}

TEST_CASE("The figures of table 1 show each algorithm in its best block, images and negatives of a size") {
    Results results = table(papers);
    drop(results, {{"algorithm", "jj"}, {"image", "bunny"}});
    const std::vector<Figure> figures = find_experiment("table1").figures(results);
    REQUIRE(figures.size() == 6);
    CHECK(figures[0].stem == "table1-262144-images");
    CHECK(figures[1].stem == "table1-262144-negatives");
    const auto& images = std::get<GroupedBarChart>(figures[0].chart);
    CHECK(images.series == paper_four);
    CHECK(images.groups == std::vector<std::string>{"hand", "bunny", "finger"});
    CHECK(images.values[0][3] == 4.36);
    CHECK(images.values[0][0] == 8.51);
    const auto& negatives = std::get<GroupedBarChart>(figures[1].chart);
    CHECK(negatives.groups == std::vector<std::string>{"hand negated", "bunny negated", "finger negated"});
    CHECK_FALSE(negatives.values[1][1].has_value());
}

TEST_CASE("The figures of the adaptions show what was measured") {
    Results results = made_up("adaptions");
    for (const std::string adapt : {"-", "global", "regional", "temporal"})
        add_row(results,
                {{"image", "hand"},
                 {"negated", "false"},
                 {"elements", "262144"},
                 {"algorithm", adapt == "-" ? "packed" : "auto"},
                 {"block", "-"},
                 {"adapt", adapt}},
                adapt == "regional" ? 3 : 2);
    const std::vector<Figure> figures = find_experiment("adaptions").figures(results);
    REQUIRE(figures.size() == 1);
    CHECK(figures.front().stem == "adaptions-262144-images");
    const auto& chart = std::get<GroupedBarChart>(figures.front().chart);
    CHECK(chart.series == std::vector<std::string>{"packed", "auto/global", "auto/regional"});
    CHECK(chart.values == std::vector<std::vector<std::optional<double>>>{{2.0, 2.0, 3.0}});
    CHECK_THAT(claim(results, "slower").evidence, Contains("single repetition"));
}

TEST_CASE("The figures of table 1 show packed and auto beside the four, and no other algorithm") {
    const std::vector<Figure> figures = find_experiment("table1").figures(table_of_all(time_of_all));
    const auto& chart = std::get<GroupedBarChart>(figures.front().chart);
    CHECK(chart.series ==
          std::vector<std::string>{"horn", "jj", "rlz", "bt", "packed", "auto/global", "auto/regional"});
    CHECK(chart.groups == std::vector<std::string>{"hand", "bunny", "finger", "mixed"});
    CHECK(chart.values[0][4] == 2.0);
}

TEST_CASE("Packed has to be half as fast again as the best of the four on 15 of 18 data sets") {
    const Results holds = table_of_all([](const Place& place) {
        return place.name == "packed" && place.image == "hand" && !place.negated ? 3.5 : time_of_all(place);
    });
    const Claim told = claim(holds, "packed is at least");
    CHECK(told.holds == true);
    CHECK_THAT(told.evidence,
               Contains("on 15 of 18;") && Contains("at least 1.14 (hand, 256K)") && Contains("median 2.00"));
    const Results fails = table_of_all([](const Place& place) {
        const bool slow = place.image == "hand" && (!place.negated || place.elements == 512 * 512);
        return place.name == "packed" && slow ? 3.5 : time_of_all(place);
    });
    CHECK(claim(fails, "packed is at least").holds == false);
    CHECK_THAT(claim(fails, "packed is at least").evidence, Contains("on 14 of 18;"));
}

TEST_CASE("What a quick run measures of packed tells of 18 data sets only what they cannot change") {
    Results results = table_of_all(time_of_all);
    drop(results, {{"elements", "1048576"}});
    drop(results, {{"elements", "4194304"}});
    const Claim told = claim(results, "packed is at least");
    CHECK_FALSE(told.holds.has_value());
    CHECK_THAT(told.evidence, Contains("on 6 of 6 measured of 18; factor at least 2.00"));
    results =
        table_of_all([](const Place& place) { return place.name == "packed" ? 3.5 : time_of_all(place); });
    drop(results, {{"elements", "1048576"}});
    CHECK(claim(results, "packed is at least").holds == false);
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
    CHECK_THAT(holds.evidence, Contains("at worst 1.090 (mixed, 1M, over packed") &&
                                   Contains("all algorithms 2.180 (mixed, 1M, over histopyramid"));
    const Claim fails = claim(slower_on_mixed(2.22), "auto (global), its own look");
    CHECK(fails.holds == false);
    CHECK_THAT(fails.evidence, Contains("at worst 1.110 (mixed, 1M"));
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
        CHECK_THAT(told.evidence,
                   Contains("at worst 1.000") && Contains("between stages, 1.250 (hand, 256K"));
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
        CHECK_THAT(told.evidence, Contains("between stages, " + one.text));
    }
}

TEST_CASE("Auto by regions must not be slower anywhere, and has to be faster where halves differ") {
    const Results good = table_of_all([](const Place& place) {
        return place.adapt == "regional" && place.image == "mixed" ? 1.5 : time_of_all(place);
    });
    CHECK(claim(good, "on no data set slower").holds == true);
    const Claim faster = claim(good, "on the mixed image");
    CHECK(faster.holds == true);
    CHECK_THAT(faster.evidence, Contains("1.333 (mixed, 256K") && Contains("1.333 (mixed, 4M"));

    const Results bad = table_of_all([](const Place& place) {
        return place.adapt == "regional" && place.image == "bunny" ? 2.06 : time_of_all(place);
    });
    const Claim slower = claim(bad, "on no data set slower");
    CHECK(slower.holds == false);
    CHECK_THAT(slower.evidence, Contains("at worst 1.030 (bunny, 256K"));
    CHECK(claim(bad, "on the mixed image").holds == false);
}

TEST_CASE("Auto is told by the interval of its quotients, which lies below or above the limit") {
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

TEST_CASE("Auto by regions is told to be faster on the mixed image by the interval of its gain") {
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
    CHECK_THAT(
        told(nine(1.021, 1.2, 1.3)).evidence,
        Contains("regional 1.500 (mixed, 256K, 1.50 to 1.50), 1.200 (mixed, 1M, 1.02 to 1.30), 1.500 (mi"));
    CHECK_FALSE(told(nine(1.02, 1.2, 1.3)).holds.has_value());
    CHECK_FALSE(told(nine(0.99, 1, 1.021)).holds.has_value());
    CHECK(told(nine(0.99, 1, 1.02)).holds == false);
}

TEST_CASE("Of several data sets one that fails decides, then one that is not told") {
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
    CHECK_THAT(claim(results, not_slower).evidence, Contains("1.010 (hand, 1M, 1.01 to 1.01)"));
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
    CHECK_THAT(claim(results, not_slower).evidence, Contains("at worst 1.500 (hand, 1M, 0.33 to 2.00)"));
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
    CHECK_THAT(claim(results, not_slower).evidence, Contains("1.000 (hand, 256K, 1.00 to 1.00)"));
    for (Row& row : results.rows) {
        if (row.axis("adapt") == "global")
            row.repetitions.resize(1);
    }
    CHECK_FALSE(claim(results, not_slower).holds.has_value());
    CHECK_THAT(claim(results, not_slower).evidence, Contains("single repetition"));
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
        CHECK_THAT(claim(results, part).evidence, Contains("single repetition"));
    }
    CHECK(claim(results, "packed is at least").holds == true);
}

TEST_CASE("A time of 0 has no quotient, and tells nothing of auto") {
    for (const std::string adapt : {"regional", "global"}) {
        const Results results = table_of_rounds(adapt, hand_1m, {1, 0, 1, 1, 1, 1, 1});
        const Claim told = claim(results, not_slower);
        CHECK_FALSE(told.holds.has_value());
        CHECK_THAT(told.evidence, Contains("hand, 1M: auto/regional or auto/global is too short"));
    }
}

TEST_CASE("Without packed or auto nothing is told of them, and the paper's claims do not mind") {
    const Results results = table(papers);
    for (const std::string part : {"packed is at least", "its own look", "slower than auto", "mixed image"}) {
        INFO(part);
        CHECK_FALSE(claim(results, part).holds.has_value());
    }
    Results interrupted = table_of_all(time_of_all);
    interrupted.complete = false;
    CHECK_FALSE(claim(interrupted, "packed is at least").holds.has_value());
    CHECK_THAT(claim(interrupted, "packed is at least").evidence, Contains("interrupted; so far: on 18"));
}

TEST_CASE("The summary has packed's gain and auto's times over the best fixed one, also of the mixed image") {
    const Results results = table_of_all([](const Place& place) {
        return place.adapt == "regional" && place.image == "mixed" ? 1.5 : time_of_all(place);
    });
    const std::string summary = find_experiment("table1").summary(results);
    CHECK_THAT(summary, Contains("### mixed\n\n| setting       |  256K here |    1M here |    4M here |"));
    CHECK_THAT(summary,
               Contains("| mixed, 4M            | horn/32 4.00     |   2.00 | 2.00 | packed 2.00      "
                        "    |         1.00 |     0.75 |     1.00 |"));
    CHECK_THAT(summary, Contains("| auto/regional |"));
}

} // namespace scanline::bench
