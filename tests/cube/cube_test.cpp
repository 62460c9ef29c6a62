#include "scanline/cube/cube.h"

#include "kdtree/cancel_at.h"
#include "random_rows.h"
#include "sales.h"
#include "support/error_message.h"
#include "tree_difference.h"

#include "scanline/cube/build.h"
#include "scanline/cube/query.h"
#include "scanline/data/npz.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <cstdlib>
#include <numeric>

namespace scanline::cube::cube_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using scanline::test::error_message;
using scanline::test::usage_message;

namespace {

/// What differs first, or "".
std::string difference(const Cube& found, const Cube& right) {
    for (std::size_t d = 0; d < right.dimensions.size(); ++d)
        if (found.dimensions[d].dictionary.texts() != right.dimensions[d].dictionary.texts() ||
            found.dimensions[d].edges != right.dimensions[d].edges)
            return "dimension " + right.dimensions[d].name;
    for (std::size_t m = 0; m < right.measures.size(); ++m) {
        if (found.measures[m] != right.measures[m])
            return "measure " + right.measures[m].name();
    }
    if (found.rows.shape != right.rows.shape || found.rows.codes != right.rows.codes ||
        found.rows.measures != right.rows.measures)
        return "rows";
    return test::difference(found.tree, right.tree);
}

Cube cube_of_prices(const std::string& prices, std::vector<std::string> measures) {
    return make_cube(*table_of("price\n" + prices), {{"price"}, std::move(measures)});
}

/// The measures of all rows of a table with one column, as text.
std::string total(const Cube& cube) {
    const Level& root = cube.tree.levels.front();
    std::string all;
    for (const Measure& measure : cube.measures)
        all +=
            (all.empty() ? "" : " ") + text_of(measure, aggregated(measure, root.count[0], root.values, 0));
    return all;
}

/// The digits and the words of the sum.
std::string storage_of_sum(const Cube& cube) {
    return fmt::format("{} in {}", cube.measures[0].digits, cube.measures[0].words);
}

} // namespace

TEST_CASE("Sums are exact, in as many words as they need") {
    const std::vector<std::string> sum{"price:sum", "price:avg"};
    CHECK(total(cube_of_prices("0.1\n0.20\n-1204.5\n", sum)) == "-1204.2 -401.4");
    CHECK(storage_of_sum(cube_of_prices("1e3\n-2.50e+1\n", sum)) == "0 in 1");
    CHECK(storage_of_sum(cube_of_prices("0.000\n1e-30\n", sum)) == "30 in 1");
    CHECK(total(cube_of_prices("14\n4611686018427387904\n", {"price:sum"})) == "4611686018427387918");
    CHECK(storage_of_sum(cube_of_prices("9223372036854775807\n", sum)) == "0 in 1");
    CHECK(storage_of_sum(cube_of_prices("9223372036854775807\n-1\n", sum)) == "0 in 2");
    CHECK(total(cube_of_prices("9223372036854775807\n-1\n9223372036854775807\n", sum)) ==
          "18446744073709551613 6.148914691236517e+18");
    CHECK(storage_of_sum(cube_of_prices("1e18\n0.25\n", sum)) == "2 in 2");
    CHECK(total(cube_of_prices("-1e27\n-0.25\n", {"price:sum"})) == "-1000000000000000000000000000.25");
    CHECK(storage_of_sum(cube_of_prices("-1e27\n-0.25\n", sum)) == "2 in 3");
    CHECK(total(cube_of_prices("0.12345678901234567890123456789\n-0.1\n", {"price:sum"})) ==
          "0.02345678901234567890123456789");
    CHECK(storage_of_sum(cube_of_prices("0.1234567890123456789\n", sum)) == "19 in 1");
    CHECK(total(cube_of_prices("-0.05\n", {"price:sum"})) == "-0.05");
    CHECK(total(cube_of_prices("1712140200123456785\n1712140200123456787\n1712140200123456789\n"
                               "1712140200123456786\n1712140200123456788\n",
                               {"price:sum"})) == "8560701000617283935");
    CHECK(error_message(ErrorKind::failure, [&] { cube_of_prices("1e300\n1e-300\n", sum); }) ==
          "cube build: measure price:sum: its exact sum may need more than 127 bits, in units of 10^-300: "
          "round the "
          "column, or leave the measure out");
}

TEST_CASE("An average is rounded once, and never beyond the least and greatest value") {
    CHECK(total(cube_of_prices("0.1\n0.1\n0.1\n", {"price:avg", "price:min"})) == "0.1 0.1");
    CHECK(total(cube_of_prices("0.7\n0.7\n0.7\n0.7\n0.7\n0.7\n0.7\n", {"price:avg", "price:max"})) ==
          "0.7 0.7");
}

TEST_CASE("Missing values of measures are left out") {
    const Cube cube = make_cube(*table_of("city,n\na,1\nb,NA\na,\na,-3\n"),
                                {{"city"}, {"n:sum", "n:min", "n:max", "n:avg", ":count"}});
    const Level& cities = cube.tree.levels[1];
    std::string all;
    for (std::size_t node = 0; node < 2; ++node)
        for (const Measure& measure : cube.measures)
            all += text_of(measure, aggregated(measure, cities.count[node], cities.values, node)) + ",";
    CHECK(all == "-2,-3,1,-1,3,,,,,1,");
    CHECK(total(cube) == "-2 -3 1 -1 4");
    // None was missing before.
    Cube later = make_cube(*table_of("city,n\na,1\n"), {{"city"}, {"n:avg", "n:max"}});
    CHECK(later.rows.measures.size() == 2);
    add_rows(later, *table_of("city,n\na,NA\na,2\n"));
    CHECK(total(later) == "1.5 2");
    CHECK(difference(later,
                     make_cube(*table_of("city,n\na,1\na,NA\na,2\n"), {{"city"}, {"n:avg", "n:max"}})) == "");
}

TEST_CASE("Least and greatest values are exact") {
    const std::vector<std::string> both{"price:min", "price:max"};
    const Cube integers = cube_of_prices("9007199254740993\n1e3\n-4.0\n", both);
    CHECK(total(integers) == "-4 9007199254740993");
    CHECK(integers.measures[0].encoding == Encoding::units);
    CHECK(total(cube_of_prices("18446744073709551615\n18446744073709551614\n0\n", both)) ==
          "0 18446744073709551615");
    CHECK(total(cube_of_prices("0.25\n-1.5\n", both)) == "-1.5 0.25");
    CHECK_THAT(
        error_message(ErrorKind::failure, [&] { cube_of_prices("0.12345678901234567891\n0.1\n", both); }),
        ContainsSubstring("64 bits do not hold its numbers, in units of 10^-20"));
    const Cube numbers = cube_of_prices("-0.5\n1e300\n-0\n3\n", both);
    CHECK(total(numbers) == "-0.5 1e+300");
    CHECK(numbers.measures[0].encoding == Encoding::binary);
    CHECK(total(cube_of_prices("-2.5\n-1e-300\n", both)) == "-2.5 -1e-300");
    CHECK(total(cube_of_prices("-9223372036854775808\n", {"price:max"})) == "-9223372036854775808");
    const auto refused = [&](const std::string& first, const std::string& added) {
        Cube cube = cube_of_prices(first, both);
        CHECK_THAT(error_message(ErrorKind::failure, [&] { add_rows(cube, *table_of("price\n" + added)); }),
                   ContainsSubstring("64 bits do not hold its numbers"));
    };
    refused("1\n", "18446744073709551616\n");
    refused("1\n", "-9223372036854775809\n");
    refused("0.12345678901234567\n", "1e300\n");
}

TEST_CASE("Values compare exactly") {
    const Measure average{.column = "n", .aggregate = Aggregate::avg, .stored = 0};
    const std::vector<Aggregated> ascending{{2, -3}, {3, -4}, {2, -1}, {3, -1},
                                            {3, 0},  {3, 1},  {2, 1},  {2, 3}};
    for (std::size_t i = 0; i < ascending.size(); ++i)
        for (std::size_t j = 0; j < ascending.size(); ++j)
            CHECK(compare(average, ascending[i], ascending[j]) == (i <=> j));
}

TEST_CASE("Measures read arrays of 64-bit integers exactly, and of single precision as they are written") {
    const scanline::test::TemporaryFolder folder;
    const std::vector<std::int64_t> whole{9007199254740993, -1};
    const std::vector<float> single{0.1f, 2.5f};
    data::write_npz(folder / "a.npz", {{"whole", data::make_npy<std::int64_t>(whole, {2})},
                                       {"single", data::make_npy<float>(single, {2})}});
    const Cube cube = make_cube(*data::read_table(folder / "a.npz"),
                                {{"whole"}, {"whole:sum", "whole:max", "single:sum", "single:min"}});
    CHECK(total(cube) == "9007199254740992 9007199254740993 2.6 0.1");
}

TEST_CASE("No rows have no values but a count") {
    const Measure sum{.column = "price", .aggregate = Aggregate::sum, .stored = 0, .digits = 2};
    CHECK_FALSE(value_of(sum, {}));
    CHECK(text_of(sum, {}).empty());
    CHECK(value_of(sum, {3, 120450}) == 1204.5);
    CHECK(text_of(sum, {3, 120450}) == "1204.50");
    CHECK(value_of({}, {}) == 0.0);
    CHECK(text_of({}, {}) == "0");
    // More digits than double precision has: rounded once.
    CHECK(value_of(sum, {1, 1234567890123456789}) == 12345678901234567.89);
}

TEST_CASE("Bins have round edges, or equal counts") {
    const auto labels = [](const std::string& numbers, const std::string& bins) {
        const Cube cube = make_cube(*table_of("n\n" + numbers), {.dimensions = {"n"}, .bins = {bins}});
        std::string all;
        for (const std::string& text : cube.dimensions[0].dictionary.texts())
            all += (all.empty() ? "" : " ") + text;
        return all;
    };
    CHECK(labels("3\n97\n", "n:5") == "0..20 20..40 40..60 60..80 80..100");
    CHECK(labels("0\n2\n", "n:20") == "0..1 1..2");
    CHECK(labels("-0.1\n0.25\n", "n:4") == "-0.1..0 0..0.1 0.1..0.2 0.2..0.3");
    CHECK(labels("-3\n97\n", "n:1") == "-3..97");
    CHECK(labels("5\n5\n", "n:3") == "5..5");
    CHECK(labels("-1e308\n1e308\n", "n:2") == "-1e308..0 0..1e308");
    CHECK(labels("-1.7e308\n1.7e308\n", "n:2") == "-2e308..0 0..2e308");
    CHECK(labels("0\n5e-324\n", "n:2") == "0..5e-324");
    CHECK(labels("-1\n1e400\n", "n:3") == "-5e399..0 0..5e399 5e399..1e400");
    CHECK(labels("0\n2e20\n", "n:2") ==
          "0..100000000000000000000 100000000000000000000..200000000000000000000");
    CHECK(labels("1\n2\n3\n4\n5\n6\n7\n8\n", "n:3:quantiles") == "1..3 3..6 6..8");
    CHECK(labels("1000000000000001.5\n1000000000000002\n", "n:2") == "1000000000000001.5..1000000000000002");
    CHECK(labels("1\n9\n1\n2\n", "n:2:quantiles") == "1..2 2..9");
    CHECK(labels("1\n1\n1\n9\n", "n:4:quantiles") == "1..9");
    const Cube cube =
        make_cube(*table_of("n,m\n3,1\n,1\n20,1\n100,1\n"), {.dimensions = {"n"}, .bins = {"n:5"}});
    CHECK(cube.rows.codes[0] == std::vector<std::uint32_t>{0, 5, 1, 4});
    CHECK(cube.dimensions[0].ascending() == std::vector<std::uint32_t>{5, 0, 1, 2, 3, 4});
}

TEST_CASE("A column of the whole name comes before a part of a date") {
    const auto table = table_of("when,when.day\n2024-02-29,x\n2000-02-29 23:59:60.5Z,y\n,\n");
    const Cube cube = make_cube(*table, {{"when.day", "when.month", "when.hour"}});
    CHECK(cube.dimensions[0].dictionary.texts() == std::vector<std::string>{"x", "y", ""});
    CHECK(cube.dimensions[1].dictionary.texts() == std::vector<std::string>{"2", ""});
    CHECK(cube.dimensions[2].dictionary.texts() == std::vector<std::string>{"0", "23", ""});
}

TEST_CASE("The path begins as asked, and goes on by ascending cardinality") {
    const auto table = table_of("a,b,c\n1,x,1\n2,x,2\n3,x,2\n");
    CHECK(make_cube(*table, {{"a", "b", "c"}}).tree.path == std::vector<int>{1, 2, 0});
    CHECK(make_cube(*table, {.dimensions = {"a", "b", "c"}, .path = {"c"}}).tree.path ==
          std::vector<int>{2, 1, 0});
    const Cube cube = make_cube(*table, {{"a", "b"}, {"c:min", "a:sum"}});
    CHECK(cube.dimension("b") == 1);
    CHECK(cube.measure("a:sum") == 1);
    CHECK(usage_message([&] { cube.dimension("c"); }) == "no dimension is called c: there are a, b");
    CHECK(usage_message([&] { cube.measure("a:max"); }) ==
          "no measure is called a:max: there are c:min, a:sum");
}

TEST_CASE("A cube that rows are added to is the cube of all rows") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Sales sales(random.below(60), random);
        CubePlan plan{.dimensions = {"city", "when.month", "code", "when.hour"},
                      .measures = {"price:avg", "price:min", ":count", "price:sum", "price:max"},
                      .path = {"code", "city", "when.hour", "when.month"},
                      .reading = {.texts = {"city"}}};
        std::size_t end = random.below(sales.rows.size() + 1);
        Cube cube = make_cube(*table_of(sales.part(0, end).csv()), plan);
        do {
            const std::size_t begin = end;
            end = begin + random.below(sales.rows.size() - begin + 1);
            add_rows(cube, *table_of(sales.part(begin, end).csv()), {.cpu = {.threads = threads_of(seed)}});
            const Cube right = make_cube(*table_of(sales.part(0, end).csv()), plan);
            CHECK(difference(cube, right) == "");
        } while (end < sales.rows.size() && random.below(4) > 0);
    }
}

TEST_CASE("Finer and larger numbers change how those before are stored") {
    Cube cube = cube_of_prices("1\n-2\n", {"price:sum", "price:min", "price:max"});
    std::string rows = "1\n-2\n";
    // Finer, larger, more words, a missing value, and none of it.
    for (const std::string added :
         {"0.25\n", "1e15\n", "3e17\n0.125\n", "-1e20\n", "NA\n", "100\n", "1e27\n"}) {
        rows += added;
        add_rows(cube, *table_of("price\n" + added));
        CHECK(difference(cube, cube_of_prices(rows, {"price:sum", "price:min", "price:max"})) == "");
    }
    CHECK(storage_of_sum(cube) == "3 in 3");
    CHECK(total(cube) == "999999900301000000000000099.375 -1e+20 1e+27");
}

TEST_CASE("Bins keep their edges when rows are added") {
    Cube cube = make_cube(*table_of("n\n3\n97\n"), {.dimensions = {"n"}, .bins = {"n:5"}});
    add_rows(cube, *table_of("m,n\n1,-1000\n2,\n3,1000\n4,50\n"));
    CHECK(cube.rows.codes[0] == std::vector<std::uint32_t>{0, 4, 5, 6, 7, 2});
    CHECK(cube.dimensions[0].dictionary.texts() == std::vector<std::string>{"0..20", "20..40", "40..60",
                                                                            "60..80", "80..100", "below 0",
                                                                            "", "above 100"});
    CHECK(cube.tree == build(cube.rows));
}

TEST_CASE("A cube without rows takes rows") {
    Cube cube = make_cube(*table_of("city,n\n"), {{"city"}, {"n:sum"}});
    CHECK(cube.tree.rows() == 0);
    CHECK(cube.tree.levels.front().count[0] == 0);
    add_rows(cube, *table_of("city,n\nOslo,3\nOslo,0.5\n"));
    CHECK(total(cube) == "3.5");
    Cube bins = make_cube(*table_of("city,n\n"), {.dimensions = {"n"}, .bins = {"n:5"}});
    CHECK(
        error_message(ErrorKind::failure, [&] { add_rows(bins, *table_of("n\n1\n")); })
            .ends_with(
                "row 0 (line 2), column 0 (n) cannot be binned: the cube had no numbers to derive bins from; "
                "build it again from all rows"));
}

TEST_CASE("Rows that cannot be added leave the cube as it was") {
    Random random(3);
    const Sales sales(9000, random);
    const CubePlan plan{
        .dimensions = {"city", "weight"}, .measures = {"price:sum", "price:min"}, .bins = {"weight:9"}};
    const Cube before = make_cube(*table_of(sales.part(0, 3000).csv()), plan);
    Cube cube = before;
    Sales wrong = sales.part(3000, 3100);
    wrong.rows.back()[3] = "x";
    wrong.rows.back()[0] = "a new city";
    CHECK(
        error_message(ErrorKind::failure, [&] { add_rows(cube, *table_of(wrong.csv())); })
            .ends_with("row 99 (line 101), column 3 (price) is 'x', which is not a number: correct it, leave "
                       "the column out, or name it with --null if it stands for no value"));
    CHECK(difference(cube, before) == "");
    const TreeMaker failing{[](const Rows&, const std::vector<int>&) -> Tree { throw Error("no tree"); },
                            [](const Tree&, const Rows&) -> Tree { throw Error("no tree"); }};
    CHECK_THROWS(add_rows(cube, *table_of(sales.csv()), {.maker = &failing}));
    CHECK(difference(cube, before) == "");
    const auto table = table_of(sales.part(3000, 9000).csv());
    kdtree::test::check_cancelled_anywhere(3, [&](const CancelHook& hook) {
        Cube taken = before;
        try {
            add_rows(taken, *table, {.cpu = {.threads = 2, .limits = {.cancelled = hook}}});
        } catch (const Cancelled&) {
            CHECK(difference(taken, before) == "");
            throw;
        }
    });
}

TEST_CASE("Trees may be made elsewhere, and progress is shown in order") {
    Random random(5);
    const Sales sales(9000, random);
    const auto table = table_of(sales.csv());
    int built = 0, updated = 0;
    const TreeMaker maker{
        [&](const Rows& rows, const std::vector<int>& path) { return ++built, build(rows, path); },
        [&](const Tree& tree, const Rows& rows) { return ++updated, update(tree, rows); }};
    std::vector<double> parts;
    const CubeOptions options{.cpu = {.threads = 2},
                              .progress = [&](double part, const std::string&) { parts.push_back(part); },
                              .maker = &maker};
    Cube cube = make_cube(*table, {{"city"}, {"price:sum"}}, options);
    CHECK(std::ranges::is_sorted(parts));
    CHECK((parts.size() > 2 && parts.front() >= 0 && parts.back() == 1));
    parts.clear();
    add_rows(cube, *table, options);
    CHECK((std::ranges::is_sorted(parts) && parts.back() == 1));
    CHECK((built == 1 && updated == 1));
}

TEST_CASE("Plans that do not fit a table are refused") {
    const auto table = table_of("city,when,n\nOslo,2026-11-25,1\n");
    const auto refused = [&](const CubePlan& plan) {
        const std::string message = usage_message([&] { make_cube(*table, plan); }), begin = "cube build: ";
        CHECK_THAT(message, StartsWith(begin));
        return message.substr(begin.size());
    };
    const auto refused_bins = [&](std::vector<std::string> bins) {
        return refused({.dimensions = {"n", "when.day"}, .bins = std::move(bins)});
    };
    CHECK(refused({}) == "0 dimensions is out of range: choose 1 to 32");
    CHECK(refused({std::vector<std::string>(33, "n")}) == "33 dimensions is out of range: choose 1 to 32");
    CHECK_THAT(refused({{"town"}}),
               StartsWith("dimension town: ") && EndsWith(" has no such column: it has city, when, n"));
    CHECK_THAT(refused({{"whence.day"}}), StartsWith("dimension whence: "));
    CHECK(refused({{"n", "n"}}) == "dimension n is named twice: name it once");
    CHECK(refused({{"n"}, {"n"}}) == "measure n names no aggregate: write COLUMN:AGGREGATE, with one of sum, "
                                     "min, max and avg, or :count");
    CHECK(refused({{"n"}, {"n:count"}}) ==
          "measure n:count counts rows, which takes no column: write :count");
    CHECK(refused({{"n"}, {":sum"}}) == "measure :sum names no column: write COLUMN:AGGREGATE, or :count");
    CHECK(refused({{"n"}, {"n:sum", "n:sum"}}) == "measure n:sum is named twice: name it once");
    CHECK_THAT(refused({{"n"}, {"m:sum"}}), StartsWith("measure m: "));
    CHECK(refused({{"n"}, {}, {"m"}}) == "path m is not one of the dimensions n");
    CHECK(refused({{"n"}, {}, {"n", "n"}}) == "path n is named twice: name it once");
    CHECK(refused_bins({"n"}) == "bins n have no count: write DIMENSION:COUNT, or DIMENSION:COUNT:quantiles");
    CHECK(refused_bins({"n:0"}) == "bins n:0: '0' is not a whole number from 1 to 65536");
    CHECK(refused_bins({"m:5"}) == "bins m is not one of the dimensions n, when.day");
    CHECK(refused_bins({"n:5", "n:6"}) == "bins n is named twice: name it once");
    CHECK(refused_bins({"when.day:5"}) ==
          "bins when.day would split a part of a date, which has few values anyway: leave them out");
}

TEST_CASE("Cells that do not fit a plan are named") {
    const auto failure = [](const std::string& cell, const CubePlan& plan) {
        const std::string message = error_message(
            ErrorKind::failure, [&] { make_cube(*table_of("x,y\n1,1\n" + in_quotes(cell) + ",1\n"), plan); });
        const std::string place = "row 1 (line 3), column 0 (x) ";
        REQUIRE_THAT(message, ContainsSubstring(place));
        return message.substr(message.find(place) + place.size());
    };
    const CubePlan sums{{"y"}, {"x:sum"}};
    CHECK(failure("a", sums) == "is 'a', which is not a number: correct it, leave the column out, or name it "
                                "with --null if it stands for no value");
    CHECK(failure("5,5", sums) == "is '5,5', which is not a number without --decimal-comma");
    CHECK(failure("inf", sums) == "is infinite: correct it, or leave the measure out");
    CHECK(failure("-inf", {.dimensions = {"x"}, .bins = {"x:2"}}) ==
          "is infinite: correct it, or leave the column out");
    CHECK_THAT(error_message(ErrorKind::failure,
                             [] { make_cube(*table_of("x,y\n2026-11-25,1\n25.11.2026,1\n"), {{"x.day"}}); }),
               ContainsSubstring(
                   "row 1 (line 3), column 0 (x) is '25.11.2026', which is not a date like those above"));
    CHECK_THAT(error_message(ErrorKind::failure, [] { make_cube(*table_of("x,y\nsoon,1\n"), {{"x.day"}}); }),
               ContainsSubstring("row 0 (line 2), column 0 (x) is 'soon', which is not a date: correct it"));
    // Of several, that of the first column.
    CHECK_THAT(error_message(ErrorKind::failure,
                             [] {
                                 make_cube(*table_of("x,y\n1,a\nb,1\n"), {{"x"}, {"x:sum", "y:sum"}});
                             }),
               ContainsSubstring("row 1 (line 3), column 0 (x)"));
}

} // namespace scanline::cube::cube_test
