#include "scanline/bench/results.h"

#include <catch2/catch_all.hpp>

namespace scanline::bench::results_test {

namespace {

Row row_of(const AxisValues& axes, const std::vector<double>& milliseconds) {
    Row row;
    row.axes = axes;
    for (const double time : milliseconds)
        row.repetitions.push_back({{}, time});
    if (milliseconds.empty())
        row.skipped = "it cannot be";
    return row;
}

} // namespace

TEST_CASE("A row tells its place on an axis, and nothing of an axis that it is not on") {
    const Row row = row_of({{"algorithm", "bt"}, {"block", "256"}}, {1});
    CHECK(row.axis("algorithm") == "bt");
    CHECK(row.axis("block") == "256");
    CHECK(row.axis("image").empty());
    CHECK(row.axis("bt").empty());
}

TEST_CASE("A value has the type of its text, and its text to the last digit") {
    constexpr RowAxis<int> block{"block"};
    constexpr RowAxis<std::optional<double>> density{"density"};
    constexpr RowAxis<std::string> image{"image"};
    const Row row = row_of({{block, 256}, {density, 0.1}, {image, "256"}, {"negated", true}}, {});
    CHECK(row[block] == 256);
    CHECK(row[density] == 0.1);
    CHECK(row[image] == "256"); // a name that looks like a number
    CHECK(row[RowAxis<bool>{"negated"}]);
    CHECK(row[RowAxis<int>{"none"}] == 0);
    CHECK(row_of({{density, std::nullopt}}, {})[density] == std::nullopt);
    CHECK(Value(2.0) == Value("2"));
    CHECK(Value(2) != Value("2.0"));
    for (const char* text : {"0", "-7", "9223372036854775807", "9223372036854775808", "0.1", "1e+20", "-0",
                             "007", "1.50", "0x3", " 3", "2^20", "inf", "nan", "-", "", "hand", "1e999"})
        CHECK(Value(text).text() == text);
    for (const char* name : {"007", "1.50", "2^20", "inf", "nan", "-", ""})
        CHECK_FALSE(Value(name).number().has_value());
}

TEST_CASE("The times of a row are the quartiles of its repetitions") {
    const Row row = row_of({}, {4, 1, 3, 2});
    CHECK(row.milliseconds().q25 == 1.75);
    CHECK(row.milliseconds().median == 2.5);
    CHECK(row.milliseconds().q75 == 3.25);
    CHECK(row.noise() == Catch::Approx(1.5 / 2.5));
    CHECK(row.totals() == std::vector<double>{4, 1, 3, 2});
}

TEST_CASE("The median repetition is one that was measured, with its own stages") {
    Row row;
    row.repetitions = {
        {{{"search", 1.0}, {"concatenation", 8.0}}, 9.0},
        {{{"search", 3.0}, {"concatenation", 1.0}}, 4.0},
        {{{"search", 2.0}, {"concatenation", 5.0}}, 7.0},
    };
    CHECK(&row.median_repetition() == &row.repetitions[2]);
    // Of an even number it is the faster of the two in the middle.
    CHECK(row_of({}, {5, 1, 2, 9}).median_repetition().milliseconds == 2.0);
    CHECK(row_of({}, {3}).median_repetition().milliseconds == 3.0);
}

TEST_CASE("Rates and the ratio to the roof are those of the median") {
    Row row = row_of({}, {4, 2, 100});
    row.items = 1000;
    row.bytes = 8000;
    CHECK(row.items_per_second() == Catch::Approx(250'000));
    CHECK(row.bytes_per_second() == Catch::Approx(2'000'000));
    CHECK(row.roof_ratio() == 0);
    row.roof_milliseconds = 0.5;
    CHECK(row.roof_ratio() == Catch::Approx(8));
}

TEST_CASE("A timer too coarse for the work gives no rates and no ratios") {
    Row row = row_of({}, {0, 0, 0});
    row.items = row.bytes = 1000;
    CHECK(row.items_per_second() == 0);
    CHECK(row.bytes_per_second() == 0);
    CHECK(row.noise() == 0);
    row.roof_milliseconds = 0;
    CHECK(row.roof_ratio() == 0);
}

TEST_CASE("Rows are found by any of their axes, in their order") {
    Results results;
    results.rows = {row_of({{"algorithm", "bt"}, {"block", "32"}}, {}),
                    row_of({{"algorithm", "jj"}, {"block", "32"}}, {1}),
                    row_of({{"algorithm", "bt"}, {"block", "64"}}, {2})};
    CHECK(results.where({{"algorithm", "bt"}}) ==
          std::vector<const Row*>{&results.rows[0], &results.rows[2]});
    CHECK(results.where({{"block", "32"}, {"algorithm", "jj"}}) == std::vector<const Row*>{&results.rows[1]});
    CHECK(results.where({}).size() == 3);
    CHECK(results.where({{"block", "bt"}}).empty());
    CHECK(results.where({{"image", "hand"}}).empty());
}

TEST_CASE("What was skipped is not found as a measured row") {
    Results results;
    results.rows = {row_of({{"algorithm", "bt"}, {"block", "32"}}, {}),
                    row_of({{"algorithm", "bt"}, {"block", "64"}}, {2})};
    CHECK(results.find({{"block", "32"}}) == nullptr);
    CHECK(results.find({{"block", "64"}}) == &results.rows[1]);
    CHECK(results.find({{"algorithm", "bt"}}) == &results.rows[1]);
    CHECK(results.find({{"algorithm", "jj"}}) == nullptr);
}

TEST_CASE("The overhead of all rows is that of their times together, so that short rows hardly count") {
    const auto row = [](double milliseconds, std::optional<double> overhead) {
        Row made;
        made.repetitions = {{{}, milliseconds}};
        made.overhead = overhead;
        return made;
    };
    Results results;
    CHECK_FALSE(results.overhead().has_value());
    // As a whole 100, 1 and 0.5 ms; what was not measured or cannot be does not count.
    results.rows = {row(101, 0.01), row(2, 1.0), row(0.25, -0.5), row(7, {}), row(0, -1.0), Row{}};
    CHECK(*results.rows[1].whole_milliseconds() == Catch::Approx(1));
    CHECK_FALSE(results.rows[3].whole_milliseconds().has_value());
    CHECK_FALSE(results.rows[4].whole_milliseconds().has_value());
    CHECK_FALSE(results.rows[5].whole_milliseconds().has_value());
    CHECK(*results.overhead() == Catch::Approx(103.25 / 101.5 - 1));
}

} // namespace scanline::bench::results_test
