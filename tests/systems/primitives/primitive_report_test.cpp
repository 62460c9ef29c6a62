#include "scanline/bench/results.h"
#include "scanline/systems/primitive.h"

#include "data/files.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <set>

namespace scanline::systems::primitive_report_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

Primitive with_goals(const PrimitiveGoals& goals) {
    return {.name = "scan",
            .title = "Scans",
            .input = nullptr,
            .expected = nullptr,
            .variants = {},
            .goals = goals};
}

const Primitive primitive = with_goals(
    {.speed = 1, .sizes = {1 << 20, 1 << 22}, .small_time = 1.5, .small_sizes = {1024}, .bandwidth = 0.75});

Results empty_results() {
    Results results;
    results.experiment = "scan";
    results.title = "Scans";
    results.roof = "copy";
    return results;
}

// Nine repetitions around a time, by 1 % up and down.
Row row(std::int64_t size, const std::string& by, const std::string& variant, double milliseconds) {
    Row made;
    made.axes = {{"elements", std::to_string(size)}, {"by", by}, {"tier", "ballot"}, {"variant", variant}};
    made.items = size;
    made.bytes = 8 * size;
    for (int i = -4; i <= 4; ++i)
        made.repetitions.push_back({{{"whole", milliseconds}}, milliseconds * (1 + 0.0025 * i)});
    return made;
}

void add(Results& results, std::int64_t size, double ours, double cubs, double copy) {
    results.rows.push_back(row(size, "scanline", "auto", ours));
    results.rows.back().roof_milliseconds = copy;
    // Another variant, which no claim is about.
    results.rows.push_back(row(size, "scanline", "tree-chained", 100 * ours));
    results.rows.push_back(row(size, "cub", "CUB 3.0.1, a GPU", cubs));
    // In the order of the rounds: slow in other rounds than ours.
    std::ranges::reverse(results.rows.back().repetitions);
    results.rows.push_back(row(size, "cpu", "one thread", 50 * ours));
}

Claim claim_of(const Results& results, const std::string& part) {
    const std::vector<Claim> claims = primitive_claims(primitive)(results);
    const auto found = std::ranges::find_if(
        claims, [&part](const Claim& claim) { return claim.claim.find(part) != std::string::npos; });
    REQUIRE(found != claims.end());
    return *found;
}

std::optional<bool> holds(const Results& results, const std::string& part) {
    return claim_of(results, part).holds;
}

} // namespace

TEST_CASE("A primitive is as fast as CUB where it is at every size, and not where it is slower at one") {
    Results results = empty_results();
    add(results, 1 << 20, 1, 1.1, 1);
    add(results, 1 << 22, 4, 4.4, 4);
    CHECK(holds(results, "at least 1.00 times as fast as CUB at 1M, 4M elements") == true);
    CHECK_THAT(claim_of(results, "as fast as CUB").evidence, StartsWith("CUB's time over ours: 1.100 (1.0") &&
                                                                 ContainsSubstring("at 1M, 1.100 (") &&
                                                                 ContainsSubstring("at 4M"));
    Results slower = empty_results();
    add(slower, 1 << 20, 1, 1.1, 1);
    add(slower, 1 << 22, 4, 3.6, 4);
    CHECK(holds(slower, "as fast as CUB") == false);
}

TEST_CASE("A speed that differs from CUB's by less than the rounds do is undecided") {
    for (const double cubs : {0.999, 1.001}) {
        Results results = empty_results();
        add(results, 1 << 20, 1, cubs, 1);
        add(results, 1 << 22, 4, 4.4, 4);
        CHECK_FALSE(holds(results, "as fast as CUB").has_value());
    }
    // But one size that is slower says enough.
    Results slower = empty_results();
    add(slower, 1 << 20, 1, 1.001, 1);
    add(slower, 1 << 22, 4, 3.6, 4);
    CHECK(holds(slower, "as fast as CUB") == false);
}

TEST_CASE("At small sizes a primitive may take as much longer as its goal allows") {
    for (const double time : {1.4, 1.6}) {
        Results results = empty_results();
        add(results, 1024, time, 1, 1);
        CHECK(holds(results, "at most 1.50 times as long as CUB at 1K elements") == (time < 1.5));
    }
}

TEST_CASE("The bandwidth is compared with the copy's by what each moves") {
    Results results = empty_results();
    add(results, 1 << 22, 4, 4, 3.2);
    CHECK(holds(results, "at least 0.75 of the copy's bandwidth at 4M elements") == true);
    CHECK(claim_of(results, "bandwidth").evidence == "0.800 of the copy's at 4M");
    // As fast, but it moves half of what the copy does.
    results.rows[0].bytes /= 2;
    CHECK(holds(results, "bandwidth") == false);
    CHECK(claim_of(results, "bandwidth").evidence == "0.400 of the copy's at 4M");
    results.rows[0].roof_milliseconds.reset();
    CHECK_THAT(claim_of(results, "bandwidth").evidence, ContainsSubstring("the copy was not measured"));
}

TEST_CASE("What was not measured, or interrupted, tells no claim") {
    Results results = empty_results();
    for (const Claim& claim : primitive_claims(primitive)(results)) {
        CHECK_FALSE(claim.holds.has_value());
        CHECK_THAT(claim.evidence, ContainsSubstring("not measured"));
    }
    add(results, 1 << 20, 1, 2, 1);
    add(results, 1 << 22, 4, 8, 4);
    CHECK(holds(results, "as fast as CUB") == true);
    results.complete = false;
    CHECK_FALSE(holds(results, "as fast as CUB").has_value());
    results.complete = true;
    test::drop(results, {{"elements", "1048576"}, {"by", "cub"}});
    CHECK_THAT(claim_of(results, "as fast as CUB").evidence, ContainsSubstring("elements 1048576, by cub"));
}

TEST_CASE("A primitive without goals claims nothing") {
    CHECK(primitive_claims(with_goals({}))(empty_results()).empty());
}

TEST_CASE("The summary has a row for each variant and peer at a size, and for a variant without peers") {
    Results results = empty_results();
    add(results, 1000, 2, 3, 1);
    results.rows.push_back(row(2000, "scanline", "auto", 4));
    for (const char* by : {"scanline", "cub"}) {
        results.rows.push_back(row(2000, by, "skipped", 4));
        results.rows.back().repetitions.clear();
        results.rows.back().skipped = "no";
    }
    const std::string table = primitive_summary(results);
    CHECK(std::ranges::count(table, '\n') == 2 + 5);
    // 8000 bytes in 2 ms are 0.004 GB/s, and twice the copy's time is half its bandwidth.
    for (const char* line : {"1000 | auto         | 2.00 |  0.00400 |     0.000500 |        0.50 | cub  |    "
                             "  3.00 |             1.50 |",
                             "1000 | auto         | 2.00 |  0.00400 |     0.000500 |        0.50 | cpu  |    "
                             "   100 |             50.0 |",
                             "1000 | tree-chained |  200 | 0.000040 |     0.000005 |           - | cub  |    "
                             "  3.00 |           0.0150 |",
                             "1000 | tree-chained |  200 | 0.000040 |     0.000005 |           - | cpu  |    "
                             "   100 |            0.500 |",
                             "2000 | auto         | 4.00 |  0.00400 |     0.000500 |           - | -    |    "
                             "     - |                - |"})
        CHECK_THAT(table, ContainsSubstring(line));
}

TEST_CASE("Wrong rows are those whose result was wrong, not others that were skipped") {
    Results results = empty_results();
    add(results, 1000, 1, 1, 1);
    CHECK(wrong_rows(results).empty());
    for (const char* reason : {"the GPU has no room", "wrong result: element 3 is 4, not 5; 1 of 9 differ"}) {
        results.rows.push_back(row(1000, "fake", "fake", 1));
        results.rows.back().repetitions.clear();
        results.rows.back().skipped = reason;
    }
    CHECK(wrong_rows(results) == std::vector<const Row*>{&results.rows.back()});
}

TEST_CASE("Times and rates of every variant and peer are drawn, beside the copy's time") {
    Results results = empty_results();
    add(results, 1000, 2, 3, 1);
    add(results, 2000, 4, 6, 2);
    const std::vector<Figure> figures = primitive_figures(results);
    REQUIRE(figures.size() == 2);
    CHECK(figures[0].stem == "scan-time");
    CHECK(figures[1].stem == "scan-rate");
    const auto& time = std::get<chart::LineChart>(figures[0].chart);
    REQUIRE(time.series.size() == 5);
    CHECK(time.series[0].name == "scanline, auto");
    CHECK(time.series[2].name == "cub, CUB 3.0.1, a GPU");
    REQUIRE(time.series[2].points.size() == 2);
    CHECK(time.series[2].points[1].x == 2000);
    CHECK(time.series[2].points[1].y == Catch::Approx(6));
    CHECK(time.series[4].dashed);
    const auto& rate = std::get<chart::LineChart>(figures[1].chart);
    REQUIRE(rate.series.size() == 4);
    CHECK(rate.series[0].points[0].y == Catch::Approx(0.0005));
    CHECK_NOTHROW(primitive_figures(empty_results()));
}

TEST_CASE("Every primitive has a name, a title, sizes, and variants of which the first is auto") {
    std::set<std::string_view> names;
    for (const Primitive& one : primitives()) {
        INFO(one.name);
        CHECK(names.insert(one.name).second);
        CHECK_FALSE(one.title.empty());
        CHECK_FALSE(one.sizes.empty());
        CHECK_FALSE(one.quick_sizes.empty());
        REQUIRE_FALSE(one.variants.empty());
        CHECK(one.variants.front().name == "auto");
    }
    for (const char* name :
         {"copy", "scan", "compact-flagged", "reduce", "sort", "sort-pairs", "segmented-sort", "histogram"})
        CHECK(names.contains(name));
}

TEST_CASE("Variants are selected by name, in the order of the primitive, or all") {
    const Primitive& scan = *std::ranges::find(primitives(), "scan", &Primitive::name);
    const auto names_of = [&](const std::vector<std::string>& names) {
        std::vector<std::string> selected;
        for (const PrimitiveVariant& variant : select_variants(scan, names))
            selected.push_back(variant.name);
        return selected;
    };
    CHECK(names_of({"auto"}) == std::vector<std::string>{"auto"});
    CHECK(names_of({"tree-reduce-then-scan", "auto", "auto"}) ==
          std::vector<std::string>{"auto", "tree-reduce-then-scan"});
    CHECK(names_of({"all"}).size() == 1 + 3 * 3);
    CHECK(names_of({"all", "auto"}) == names_of({"all"}));
    CHECK_THAT(data::test::error_of(
                   [&] {
                       select_variants(scan, {"auto", "sideways"});
                   },
                   ErrorKind::usage),
               ContainsSubstring("scan has no variant sideways") &&
                   ContainsSubstring("auto, horizontal-scan-then-add"));
}

} // namespace scanline::systems::primitive_report_test
