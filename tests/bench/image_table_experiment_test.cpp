#include "made_up_results.h"
#include "paper_table1.h"

#include <catch2/catch.hpp>

#include <functional>
#include <set>

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

// Repetitions whose quartiles are so far apart, in parts of the median.
void spread(Row& row, double noise) {
    const Repetition middle = row.repetitions.front();
    row.repetitions = {middle, middle, middle};
    row.repetitions[1].milliseconds *= 1 - noise;
    row.repetitions[2].milliseconds *= 1 + noise;
}

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

TEST_CASE("Auto whose stages add up to little but whose work as a whole takes long is not near the best") {
    Results results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        row.overhead = row.axis("adapt") == "global" && row.axis("image") == "hand" ? -0.2 : 0.0;
    const Claim told = claim(results, "auto (global), its own look");
    CHECK(told.holds == false);
    CHECK_THAT(told.evidence, Contains("at worst 1.000") && Contains("between stages, 1.250 (hand, 256K"));
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

TEST_CASE("Differences within the noise of table 1 are not told") {
    Results results = table_of_all([](const Place& place) {
        if (place.adapt == "regional")
            return place.image == "mixed" ? 1.9 : 2.06;
        return place.adapt == "global" ? 2.3 : time_of_all(place);
    });
    CHECK(claim(results, "on the mixed image").holds == true);
    CHECK(claim(results, "its own look").holds == false);
    for (Row& row : results.rows)
        spread(row, 0.3);
    for (const std::string part : {"its own look", "on the mixed image"}) {
        const Claim told = claim(results, part);
        INFO(told.claim << ": " << told.evidence);
        CHECK_FALSE(told.holds.has_value());
        CHECK_THAT(told.evidence, Contains("noise 42.4 %"));
    }
    results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        spread(row, 0.3);
    // Equal medians, but so much noise that they may differ.
    CHECK_FALSE(claim(results, "its own look").holds.has_value());
    CHECK_FALSE(claim(results, "on no data set slower").holds.has_value());
}

TEST_CASE("A single repetition has no noise that is known, and tells nothing of auto") {
    Results results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        row.repetitions.resize(1);
    for (const std::string part : {"its own look", "on no data set slower", "on the mixed image"}) {
        CHECK_FALSE(claim(results, part).holds.has_value());
        CHECK_THAT(claim(results, part).evidence, Contains("single repetition"));
    }
    CHECK(claim(results, "packed is at least").holds == true);
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
