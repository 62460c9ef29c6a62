#include "scenes/sweep/model.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::sweep::table_test {

TEST_CASE("A table has the axes, times, roofs and rates of its rows, and why one was skipped") {
    bench::Results results;
    bench::Row fast;
    fast.axes = {{"algorithm", "bt"}, {"elements", "3000000"}, {"block", "16"}};
    fast.items = 3'000'000;
    fast.repetitions = {{{}, 1}, {{}, 2}, {{}, 3}};
    fast.roof_milliseconds = 0.5;
    bench::Row skipped;
    skipped.axes = {{"algorithm", "jj"}, {"elements", "3000000"}, {"block", "4096"}};
    skipped.skipped = "too large";
    results.rows = {fast, skipped};
    const Table table = table_of(results);
    std::vector<std::string> titles;
    for (const Table::Column& column : table.columns)
        titles.push_back(column.title);
    CHECK(titles == std::vector<std::string>{"algorithm", "block", "ms", "quartiles", "roofs", "Melements/s",
                                             "skipped"});
    CHECK(table.columns[1].number);
    CHECK_FALSE(table.columns[0].number);
    CHECK(table.common == "elements 3,000,000");
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0] == std::vector<std::string>{"bt", "16", "2.00", "1.50 to 2.50", "4.00", "1,500", ""});
    CHECK(table.rows[1] == std::vector<std::string>{"jj", "4,096", "", "", "", "", "too large"});
}

TEST_CASE("Numbers of a table have three digits, whether round or small") {
    bench::Results results;
    bench::Row row;
    row.items = 350;
    row.repetitions = {{{}, 0.01}};
    results.rows = {row};
    CHECK(table_of(results).rows[0] == std::vector<std::string>{"0.0100", "0.0100 to 0.0100", "35.0"});
}

TEST_CASE("Columns that no row has are left out") {
    bench::Results results;
    CHECK(table_of(results).columns.empty());
    bench::Row row;
    row.repetitions = {{{}, 1}};
    results.rows = {row};
    CHECK(table_of(results).columns.size() == 3);
}

} // namespace scanline::view::sweep::table_test
