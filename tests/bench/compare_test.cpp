#include "scanline/bench/compare.h"

#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>

namespace scanline::bench::compare_test {

namespace {

/// A row whose median and quartiles are given; none of them is a row that was skipped.
Row row_of(const std::string& algorithm, const std::vector<double>& milliseconds) {
    Row row;
    row.axes = {{"algorithm", algorithm}};
    for (const double time : milliseconds)
        row.repetitions.push_back({{}, time});
    row.skipped = milliseconds.empty() ? "it cannot be" : "";
    return row;
}

Results results_of(const std::vector<Row>& rows) {
    Results results;
    results.experiment = "fig8";
    results.rows = rows;
    return results;
}

Verdict verdict(const std::vector<double>& before, const std::vector<double>& after, double threshold) {
    return compare({results_of({row_of("bt", before)})}, {results_of({row_of("bt", after)})}, threshold)
        .at(0)
        .verdict;
}

} // namespace

TEST_CASE("Rows are compared by their medians, and the noise of both is added up") {
    // Quartiles 1.97, 2, 2.03 and 2.156, 2.2, 2.244: noise 0.03 and 0.04.
    const auto rows = compare({results_of({row_of("bt", {1.97, 1.97, 2, 2.03, 2.03})})},
                              {results_of({row_of("bt", {2.156, 2.156, 2.2, 2.244, 2.244})})}, 0.05);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].axes == AxisValues{{"algorithm", "bt"}});
    CHECK(rows[0].before_milliseconds == 2.0);
    CHECK(rows[0].after_milliseconds == 2.2);
    CHECK(rows[0].ratio == Catch::Approx(1.1));
    CHECK(rows[0].noise == Catch::Approx(0.05));
    CHECK(rows[0].verdict == Verdict::slower);
}

TEST_CASE("A change counts when it is more than the threshold and more than the noise") {
    CHECK(verdict({100}, {104}, 0.05) == Verdict::same);
    CHECK(verdict({100}, {106}, 0.05) == Verdict::slower);
    CHECK(verdict({100}, {96}, 0.05) == Verdict::same);
    CHECK(verdict({100}, {94}, 0.05) == Verdict::faster);
    CHECK(verdict({100}, {101}, 0) == Verdict::slower);
    CHECK(verdict({100}, {100}, 0) == Verdict::same);
    CHECK(verdict({100}, {199}, 1) == Verdict::same);
    // Noise of 0.2 on one side alone, then on the other.
    CHECK(verdict({90, 90, 100, 110, 110}, {115}, 0.05) == Verdict::same);
    CHECK(verdict({90, 90, 100, 110, 110}, {125}, 0.05) == Verdict::slower);
    CHECK(verdict({100}, {81, 81, 90, 99, 99}, 0.05) == Verdict::same);
    CHECK(verdict({100}, {63, 63, 70, 77, 77}, 0.05) == Verdict::faster);
}

TEST_CASE("By how much the runs of a side differ is noise, and a change within it is none") {
    const auto run = [](double milliseconds) { return results_of({row_of("bt", {milliseconds})}); };
    const auto compared = [&](double before, double again, double after, double after_again) {
        return compare({run(before), run(again)}, {run(after), run(after_again)}, 0.05).at(0);
    };
    const ComparedRow row = compared(1.9, 2.1, 2.2, 2.2);
    CHECK(row.before_milliseconds == Catch::Approx(2));
    CHECK(row.after_milliseconds == Catch::Approx(2.2));
    CHECK(row.noise == Catch::Approx(0.1));
    CHECK(compared(1.9, 2.1, 2.19, 2.19).verdict == Verdict::same);
    CHECK(compared(1.9, 2.1, 2.21, 2.21).verdict == Verdict::slower);
    // 0.1 and 0.2 together are 0.22.
    CHECK(compared(1.9, 2.1, 2.18, 2.66).verdict == Verdict::same);
    CHECK(compared(1.9, 2.1, 2.28, 2.78).verdict == Verdict::slower);
    CHECK(compare({run(2)}, {run(2.2), run(2.2), run(2.8)}, 0.05).at(0).verdict == Verdict::same);
    // One of the runs is of another row.
    const auto rows = compare({run(2), results_of({row_of("jj", {1})})}, {run(3), run(3)}, 0.05);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].verdict == Verdict::slower);
    CHECK(rows[1].verdict == Verdict::only_before);
    CHECK_THROWS_WITH(compare({}, {run(1)}, 0.05), Catch::Matchers::ContainsSubstring("one run"));
}

TEST_CASE("Times of zero have a verdict too") {
    CHECK(verdict({0}, {0}, 0.05) == Verdict::same);
    CHECK(verdict({0}, {1}, 0.05) == Verdict::slower);
    CHECK(verdict({1}, {0}, 0.05) == Verdict::faster);
}

TEST_CASE("Rows are matched by their axes, and those of one side alone are reported") {
    const auto rows = compare(
        {results_of({row_of("a", {1}), row_of("b", {2}), row_of("skipped after", {3}), row_of("never", {})})},
        {results_of({row_of("new", {4}), row_of("skipped after", {}), row_of("b", {2}), row_of("a", {2}),
                     row_of("never", {})})},
        0.05);
    std::vector<std::pair<std::string, Verdict>> found;
    for (const ComparedRow& row : rows)
        found.emplace_back(row.axes[0].value.text(), row.verdict);
    CHECK(found == std::vector<std::pair<std::string, Verdict>>{{"a", Verdict::slower},
                                                                {"b", Verdict::same},
                                                                {"skipped after", Verdict::only_before},
                                                                {"new", Verdict::only_after}});
    CHECK(rows[2].before_milliseconds == 3);
    CHECK(rows[3].after_milliseconds == 4);
}

TEST_CASE("Different experiments and a threshold that is none are refused") {
    Results other = results_of({});
    other.experiment = "fig9";
    CHECK_THROWS_WITH(compare({results_of({})}, {other}, 0.05),
                      Catch::Matchers::ContainsSubstring("fig8") &&
                          Catch::Matchers::ContainsSubstring("fig9"));
    CHECK_THROWS_WITH(compare({results_of({})}, {results_of({})}, -0.01),
                      Catch::Matchers::ContainsSubstring("-0.01"));
    CHECK_THROWS_AS(compare({results_of({})}, {results_of({})}, std::numeric_limits<double>::quiet_NaN()),
                    Error);
}

TEST_CASE("What makes two results hard to compare is reported") {
    const Results before = results_of({});
    CHECK(differences(before, before).empty());
    Results after = before;
    after.environment.date = "later";
    after.environment.version = "1";
    CHECK(differences(before, after).empty());
    after.environment = {"A", "B", "P", "C", "D", "", "", ""};
    after.complete = false;
    CHECK(differences(before, after) ==
          std::vector<std::string>{
              "another GPU: '' before and 'A' after", "another driver: '' before and 'B' after",
              "another timer: '' before and 'C' after", "another build type: '' before and 'D' after",
              "the run after was interrupted"});
    // Reports of earlier versions name no processor.
    Results with_processor = before;
    with_processor.environment.processor = "Q";
    CHECK(differences(before, with_processor).empty());
    CHECK(differences(with_processor, after).size() == 6);
}

TEST_CASE("Every verdict has its name") {
    std::vector<std::string> names;
    for (const Verdict each : enumerators<Verdict>)
        names.emplace_back(to_string(each));
    CHECK(names == std::vector<std::string>{"same", "faster", "slower", "only before", "only after"});
}

} // namespace scanline::bench::compare_test
