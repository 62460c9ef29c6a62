#include "scanline/cube/question.h"

#include "sales.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/ranges.h>
#include <functional>
#include <set>

namespace scanline::cube::question_test {

using namespace test;
using scanline::test::usage_message;

namespace {

/// A condition as text, and as a test of a row's value.
struct Asked {
    std::string text;
    std::function<bool(const std::string& value)> holds;
};

double number_or(const std::string& text, double otherwise) {
    return text.empty() ? otherwise : std::stod(text);
}

Asked random_condition(const Dimension& dimension, const std::set<std::string>& values, Random& random) {
    const auto any = [&] {
        return *std::next(values.begin(), static_cast<std::ptrdiff_t>(random.below(values.size())));
    };
    const std::string name = dimension.name + " = ";
    if (random.below(2) == 0) {
        std::set<std::string> chosen;
        for (std::uint64_t left = random.below(5); left > 0; --left)
            chosen.insert(any());
        std::string list;
        for (const std::string& value : chosen)
            list += (list.empty() ? " " : " , ") + in_quotes(value);
        const std::string text = chosen.size() == 1 ? list : '{' + list + " }";
        return {name + text, [chosen](const std::string& value) { return chosen.contains(value); }};
    }
    const bool has_low = random.below(4) > 0, has_high = random.below(4) > 0;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (dimension.derivation == tables::Derivation::bin) {
        const auto edge = [&] { return number_of(dimension.edges[random.below(dimension.edges.size())]); };
        const double low = has_low ? edge() : -infinity, high = has_high ? edge() : infinity;
        return {
            name + (has_low ? fmt::format("{}", low) : "") + ".." + (has_high ? fmt::format("{}", high) : ""),
            [low, high](const std::string& value) {
                const std::size_t dots = value.find("..");
                return !value.empty() && std::stod(value) >= low && std::stod(value.substr(dots + 2)) <= high;
            }};
    }
    const std::string low = any(), high = any();
    const std::string text =
        name + (has_low ? in_quotes(low) : "") + ".." + (has_high ? in_quotes(high) : "");
    if (dimension.column == "city")
        return {text, [=](const std::string& value) {
                    return !value.empty() && (!has_low || value >= low) && (!has_high || value <= high);
                }};
    // The empty text is no number for an end.
    if ((has_low && low.empty()) || (has_high && high.empty()))
        return {name + "..", [](const std::string& value) { return !value.empty(); }};
    return {text, [=](const std::string& value) {
                return !value.empty() && (!has_low || std::stod(value) >= number_or(low, 0)) &&
                       (!has_high || std::stod(value) <= number_or(high, 0));
            }};
}

struct Expected {
    std::int64_t count = 0, sum = 0; // in millionths
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
};

void check_row(const std::vector<std::string>& row, const Expected& right) {
    // Count, then price:sum, price:min, price:max, price:avg.
    const std::string* const value = &row[row.size() - 5];
    CHECK(value[0] == std::to_string(right.count));
    if (right.count == 0) {
        CHECK(std::count(value + 1, value + 5, "") == 4);
        return;
    }
    CHECK(millionths(value[1]) == right.sum);
    CHECK(std::stod(value[2]) == right.least);
    CHECK(std::stod(value[3]) == right.greatest);
    const double average = static_cast<double>(right.sum) / 1e6 / static_cast<double>(right.count);
    CHECK(std::abs(std::stod(value[4]) - average) <= 4e-16 * std::abs(average));
}

} // namespace

TEST_CASE("Answers to queries as text are those of a loop over the cells") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Sales sales(1 + random.below(80), random);
        const std::string bins = random.below(2) == 0 ? "weight:7" : "weight:5:quantiles";
        const Cube cube =
            make_cube(*table_of(sales.csv()),
                      {.dimensions = {"city", "when.month", "code", "weight", "when.year", "when.hour"},
                       .measures = {"price:sum", ":count", "price:min", "price:max", "price:avg"},
                       .bins = {bins},
                       .reading = {.texts = {"city"}}});

        std::vector<std::set<std::string>> values(cube.dimensions.size());
        for (const SalesRow& row : sales.rows)
            for (std::size_t d = 0; d < values.size(); ++d)
                values[d].insert(value_of_row(cube.dimensions[d], row));
        std::string text;
        std::vector<std::function<bool(const SalesRow&)>> conditions;
        std::vector<std::size_t> group_by;
        for (std::size_t d = 0; d < values.size(); ++d) {
            const Dimension& dimension = cube.dimensions[d];
            if (random.below(3) == 0) {
                Asked asked = random_condition(dimension, values[d], random);
                text += (text.empty() ? "" : ",") + asked.text;
                conditions.emplace_back([&dimension, holds = asked.holds](const SalesRow& row) {
                    return holds(value_of_row(dimension, row));
                });
            }
            if (random.below(3) == 0) {
                text += (text.empty() ? "" : ", ") + dimension.name + "=*";
                group_by.push_back(d);
            }
        }
        const int having = random.between(0, 3);
        if (having != 1)
            text += fmt::format("; having count >= {}", having);
        const bool smallest = random.below(2) == 0;
        const auto top = random.below(2) == 0 ? std::optional(random.below(4)) : std::nullopt;
        if (top)
            text += fmt::format(" ; {} {} by price:sum", smallest ? "bottom" : "top", *top);
        CAPTURE(text);

        std::map<std::vector<std::string>, Expected> right;
        if (group_by.empty())
            right[{}];
        for (const SalesRow& row : sales.rows) {
            if (!std::ranges::all_of(conditions, [&](const auto& holds) { return holds(row); }))
                continue;
            std::vector<std::string> key;
            for (const std::size_t d : group_by)
                key.push_back(value_of_row(cube.dimensions[d], row));
            Expected& cell = right[key];
            ++cell.count;
            cell.sum += millionths(row[3]);
            cell.least = std::min(cell.least, std::stod(row[3]));
            cell.greatest = std::max(cell.greatest, std::stod(row[3]));
        }
        if (!group_by.empty() || having > 1)
            std::erase_if(right, [&](const auto& cell) { return cell.second.count < having; });

        const Question query = parse_question(cube, text);
        const AnswerTable table =
            answer_table(cube, query, answer(cube.tree, std::array<Query, 1>{query}).front());
        std::vector<std::int64_t> sums;
        std::set<std::vector<std::string>> found;
        for (const std::vector<std::string>& row : table.rows) {
            const std::vector<std::string> key(row.begin(),
                                               row.begin() + static_cast<std::ptrdiff_t>(group_by.size()));
            REQUIRE(right.contains(key));
            CHECK(found.insert(key).second);
            check_row(row, right[key]);
            sums.push_back(right[key].sum);
        }
        std::vector<std::int64_t> all_sums;
        for (const auto& [key, cell] : right)
            all_sums.push_back(smallest ? cell.sum : -cell.sum);
        std::ranges::sort(all_sums);
        CHECK(sums.size() == std::min<std::size_t>(top.value_or(right.size()), right.size()));
        if (top)
            for (std::size_t i = 0; i < sums.size(); ++i)
                CHECK((smallest ? sums[i] : -sums[i]) == all_sums[i]);

        const std::string again = question_text(cube, query);
        CAPTURE(again);
        const Question same = parse_question(cube, again);
        CHECK(question_text(cube, same) == again);
        CHECK(same.group_by == query.group_by);
        CHECK(same.having == query.having);
        REQUIRE(same.where.size() == query.where.size());
        for (std::size_t i = 0; i < same.where.size(); ++i) {
            CHECK(same.where[i].dimension == query.where[i].dimension);
            CHECK(std::set(same.where[i].codes.begin(), same.where[i].codes.end()) ==
                  std::set(query.where[i].codes.begin(), query.where[i].codes.end()));
        }
        REQUIRE(same.top.has_value() == query.top.has_value());
        if (top)
            CHECK((same.top->measure == query.top->measure && same.top->groups == query.top->groups &&
                   same.top->smallest == query.top->smallest));
    }
}

TEST_CASE("A roll-up of many rows equals sums by text") {
    Random random(7);
    const Sales sales(20'000, random);
    const Cube cube = make_cube(*table_of(sales.csv()), {{"city", "when.year", "when.day"}, {"price:sum"}});
    std::map<std::vector<std::string>, std::pair<std::int64_t, std::int64_t>> right;
    for (const SalesRow& row : sales.rows) {
        auto& [count, sum] = right[{row[0], value_of_row(cube.dimensions[1], row)}];
        ++count;
        sum += millionths(row[3]);
    }
    const Question query = parse_question(cube, "city=*, when.year=*");
    const AnswerTable table =
        answer_table(cube, query, answer(cube.tree, std::array<Query, 1>{query}).front());
    CHECK(table.names == std::vector<std::string>{"city", "when.year", "count", "price:sum"});
    REQUIRE(table.rows.size() == right.size());
    for (const std::vector<std::string>& row : table.rows)
        CHECK(right[{row[0], row[1]}] ==
              std::pair<std::int64_t, std::int64_t>(std::stoll(row[2]), millionths(row[3])));
}

namespace {

Cube small_cube(std::vector<std::string> measures = {"price:sum", "price:avg", ":count", "price:max"}) {
    return make_cube(*table_of("city,day,price,weight\n"
                               "Oslo,3,1204.50,1\nBergen,11,0.05,39\nOslo,7,-3,\nAsker,7.0,12,12\n"),
                     {{"city", "day", "weight"}, std::move(measures), {}, {"weight:4"}});
}

std::string reread(const Cube& cube, std::string_view text) {
    return question_text(cube, parse_question(cube, text));
}

std::string refusal(std::string_view text) {
    return usage_message([&] { parse_question(small_cube(), text); });
}

} // namespace

TEST_CASE("Queries are written back in their shortest form") {
    const Cube cube = small_cube();
    CHECK(reread(cube, "") == "");
    CHECK(reread(cube, " city = Oslo ,day=* ") == "city=Oslo, day=*");
    CHECK(reread(cube, "city={Oslo, Bergen}") == "city=Bergen..Oslo");
    CHECK(reread(cube, "city={Oslo,Asker}") == "city={Asker,Oslo}");
    CHECK(reread(cube, "city={}; top 3") == "city={}; top 3 by count");
    CHECK(reread(cube, "day=3.0..9") == "day=3..7");
    CHECK(reread(cube, "day=7.0") == "day=7");
    CHECK(reread(cube, "city!={Oslo,Asker}") == "city=Bergen");
    CHECK(reread(cube, "day>=7") == "day=7..11");
    CHECK(reread(cube, "day<3") == "day={}");
    CHECK(reread(cube, "day=4..6") == "day={}");
    CHECK(reread(cube, "weight=13") == "weight=10");
    CHECK(reread(cube, "weight=\"30..40\"") == "weight=30");
    CHECK(reread(cube, "weight={\"\",1}") == "weight={\"\",0}");
    CHECK(reread(cube, "weight=30..40") == "weight=30");
    CHECK(reread(cube, "weight=10..") == "weight=10..40");
    CHECK(reread(cube, "city=*;having count>=2;bottom 4 by price:sum") ==
          "city=*; having count >= 2; bottom 4 by price:sum");
    CHECK(reread(cube, "city=*; having price:sum>=-1.50; having price:avg != 3; top 1 by price:avg") ==
          "city=*; having price:sum >= -1.5; having price:avg != 3; top 1 by price:avg");
    CHECK(reread(small_cube({"price:avg"}), "city=*; top 1 by price:sum") == "city=*; top 1 by price:sum");
    CHECK(reread(cube, "; having count < 3") == "; having count < 3");
    CHECK(reread(cube, "; having price:avg=-123456789012345678") ==
          "; having price:avg = -123456789012345678");
    const Cube points = make_cube(*table_of("s\nA.\nB\nC\n"), {{"s"}});
    CHECK(reread(points, "s={\"A.\",B,C}") == "s=\"A.\"..C");
    const scanline::test::TemporaryFolder folder;
    data::write_npz(folder / "a.npz", {{" a", data::make_npy<int>(std::vector{5}, {1})}});
    CHECK(reread(make_cube(*data::read_table(folder / "a.npz"), {{" a"}}), "\" a\"=5") == "\" a\"=5");
    const Cube one_value = make_cube(*table_of("n\n5\n"), {.dimensions = {"n"}, .bins = {"n:3"}});
    CHECK(reread(one_value, "n=5..5") == "n=5");
}

TEST_CASE("A date that is also the span of others is written so that it means itself alone") {
    const Cube cube = make_cube(*table_of("when\n2024-07-03\n2024-07-03T10:00:00\n2024-07-04T09:30:00\n"
                                          "2024-07-04T09:30:00.5\n2024-07\n2024-07-05\n\"\"\n"),
                                {{"when"}});
    const auto text = [&cube](std::vector<std::uint32_t> codes) {
        return question_text(cube, {{.where = {{0, std::move(codes)}}}});
    };
    CHECK(text({0}) == "when=2024-07-03T00:00:00");
    CHECK(text({1}) == "when=2024-07-03T10:00:00");
    CHECK(text({2}) == "when=2024-07-04T09:30:00.000000000");
    CHECK(text({4}) == "when=2024-07-01T00:00:00");
    CHECK(text({5}) == "when=2024-07-05");
    CHECK(text({0, 4}) == "when=2024-07-01T00:00:00..2024-07-03T00:00:00");
    for (std::uint32_t bits = 1; bits < 128; ++bits) {
        std::vector<std::uint32_t> codes;
        for (std::uint32_t code = 0; code < 7; ++code)
            if ((bits >> code & 1u) != 0)
                codes.push_back(code);
        INFO(text(codes));
        CHECK(parse_question(cube, text(codes)).where.front().codes == codes);
    }
}

TEST_CASE("Groups are in the order of their values, and ranked and limited by what measures are") {
    const Cube cube = make_cube(*table_of("month,n\n7,1\n1,0.1\n10,\n1,0.1\n1,0.1\n7,\nNA,-4\n"),
                                {{"month"}, {"n:sum", "n:avg", "n:min", "n:max"}});
    const auto ask_of = [](const Cube& of, std::string_view text) {
        const Question question = parse_question(of, text);
        Groups groups = answer(of.tree, std::array<Query, 1>{question}).front();
        keep_asked(question, groups);
        std::string all;
        for (const std::vector<std::string>& row :
             answer_table(of, question, groups, question.ranking.has_value()).rows)
            all += fmt::format("{}\n", fmt::join(row, ","));
        return all;
    };
    const auto ask = [&](std::string_view text) { return ask_of(cube, text); };
    // 0.3 / 3 rounded once is 0.1. A group of missing values alone has a count, and no values.
    CHECK(ask("month=*") == ",1,-4.0,-4,-4,-4\n1,3,0.3,0.1,0.1,0.1\n7,2,1.0,1,1,1\n10,1,,,,\n");
    CHECK(ask("month=*; top 2 by n:avg") == "7,2,1.0,1,1,1\n1,3,0.3,0.1,0.1,0.1\n");
    CHECK(ask("month=*; bottom 9 by n:sum") ==
          ",1,-4.0,-4,-4,-4\n1,3,0.3,0.1,0.1,0.1\n7,2,1.0,1,1,1\n10,1,,,,\n");
    CHECK(ask("month=*; having n:avg <= 0.1") == ",1,-4.0,-4,-4,-4\n1,3,0.3,0.1,0.1,0.1\n");
    CHECK(ask("month=*; having n:sum != 1; having count > 1") == "1,3,0.3,0.1,0.1,0.1\n");
    CHECK(ask("month=*; having n:sum >= 1") == "7,2,1.0,1,1,1\n");
    CHECK(ask("month=*; having n:avg < 0; top 1 by count") == ",1,-4.0,-4,-4,-4\n");
    CHECK(ask("; having n:max > 1") == "");
    CHECK(ask("; having count >= 8") == "");
    // Sums of two words, and equal averages.
    const Cube large = make_cube(*table_of("k,n\na,4294967297\nb,18446744069414584320\nc,4294967297\n"),
                                 {{"k"}, {"n:sum", "n:avg"}});
    CHECK(ask_of(large, "k=*; top 1 by n:sum") == "b,1,18446744069414584320,1.8446744069414584e+19\n");
    CHECK(ask_of(large, "k=*; bottom 1 by n:avg") == "a,1,4294967297,4294967297\n");
}

TEST_CASE("Rows are told with the numbers of their measures") {
    const Cube cube = small_cube();
    const AnswerTable table = row_table(cube, std::vector<std::uint32_t>{2, 0});
    CHECK(table.names == std::vector<std::string>{"city", "day", "weight", "price"});
    CHECK(table.rows == std::vector<std::vector<std::string>>{{"Oslo", "7", "", "-3.00"},
                                                              {"Oslo", "3", "0..10", "1204.50"}});
    CHECK(row_table(small_cube({"price:avg"}), std::vector<std::uint32_t>{2}).rows[0][3] == "-3.00");
    CHECK(cube.rows.measures.size() == 2); // the sum serves the average
    const Cube wide = make_cube(*table_of("n\n1e25\n0.25\n"), {{"n"}, {"n:sum", "n:min"}});
    CHECK(wide.rows.measures.size() == 3); // two words, and the least
    CHECK(row_table(wide, std::vector<std::uint32_t>{1}).rows[0][1] == "0.25");
}

TEST_CASE("A query that cannot be read says why, and what could stand there") {
    CHECK(refusal("city") == "cube query city: a relation is expected after city: write DIMENSION=VALUE, or "
                             "DIMENSION=* for each");
    CHECK(refusal("town=Oslo") ==
          "cube query town=Oslo: no dimension is called town: there are city, day, weight");
    CHECK(refusal("city=*,") == "cube query city=*,: a condition is missing: write DIMENSION=VALUE, or "
                                "DIMENSION=* for each");
    CHECK(refusal("city=, day=3") == "cube query city=, day=3: the value of city is missing: write a value, "
                                     "{A,B}, A..B, or \"\" for missing values");
    CHECK(refusal("city=Olso") == "cube query city=Olso: city has no value Olso: it has Oslo, Bergen, Asker");
    CHECK(refusal("city=\"\"") == "cube query city=\"\": city has no value \"\": it has Oslo, Bergen, Asker");
    CHECK(refusal("city={Oslo,Olso}") ==
          "cube query city={Oslo,Olso}: city has no value Olso: it has Oslo, Bergen, Asker");
    CHECK(refusal("city={Oslo,}") == "cube query city={Oslo,}: a value of a set is missing: write {A,B}, and "
                                     "\"\" for missing values");
    CHECK(refusal("city={Oslo") == "cube query city={Oslo: found nothing where } is expected at the end of a "
                                   "set, or a comma before its next value");
    CHECK(refusal("city=\"Oslo") ==
          "cube query city=\"Oslo: the quote in \"Oslo is not closed: end it with \"");
    CHECK(refusal("city=Oslo*") ==
          "cube query city=Oslo*: found * where ; is expected before the next clause, "
          "or a comma before the next condition");
    CHECK(refusal("city=Oslo,city=Bergen") == "cube query city=Oslo,city=Bergen: city is given twice: give "
                                              "one condition, with several values as {A,B} or A..B");
    CHECK(refusal("city=*,city=*") == "cube query city=*,city=*: city=* is given twice: group by it once");
    CHECK(refusal("day=a..9") == "cube query day=a..9: day has numbers, and 'a' is not a number");
    CHECK(refusal("weight=15..30") ==
          "cube query weight=15..30: 15 is not an edge of the bins of weight: choose 10 or 20");
    CHECK(refusal("weight=..99") ==
          "cube query weight=..99: 99 is not an edge of the bins of weight: choose 30 or 40");
    CHECK(refusal("weight=x..") == "cube query weight=x..: weight has numbers, and 'x' is not a number");
    CHECK(refusal("weight=x") ==
          "cube query weight=x: weight has no value x: it has 0..10, 10..20, 20..30, 30..40, \"\"");
    CHECK(refusal("city=*;") == "cube query city=*;: a clause is missing: write having MEASURE >= X, top N "
                                "by MEASURE, or bottom N by MEASURE");
    CHECK(refusal("; limit 5") ==
          "cube query ; limit 5: no clause begins with limit: write having MEASURE >= X, "
          "top N by MEASURE, or bottom N by MEASURE");
    CHECK(refusal("; having price > 5") ==
          "cube query ; having price > 5: no measure is called price: choose one of count, price:sum, "
          "price:avg, price:max");
    CHECK(refusal("; having count >= -1") ==
          "cube query ; having count >= -1: having count >=: '-1' is not a "
          "whole number from 0 to 9223372036854775807");
    CHECK(refusal("; having count >= 2; having count >= 3") ==
          "cube query ; having count >= 2; having count >= 3: having count is given twice: give it once");
    CHECK(refusal("; top") ==
          "cube query ; top: top and bottom need a number of groups: write top N by MEASURE");
    CHECK(refusal("; top 5 of price:sum") ==
          "cube query ; top 5 of price:sum: top and bottom need a number of "
          "groups: write top N by MEASURE");
    CHECK(refusal("; top 5 by") == "cube query ; top 5 by: a measure is missing after by");
    CHECK(refusal("; top 5; bottom 5") == "cube query ; top 5; bottom 5: top or bottom is given twice: give "
                                          "one of them, once");
    CHECK(refusal("; having price:sum >= x") ==
          "cube query ; having price:sum >= x: having price:sum needs a number of up to 18 digits, not x");
    CHECK_THAT(refusal("; having price:sum >= -1234567890123456789"),
               Catch::Matchers::EndsWith("18 digits, not -1234567890123456789"));
    CHECK(refusal("city==") ==
          "cube query city==: the value of city is missing: write a value, {A,B}, A..B, or "
          "\"\" for missing values");
    CHECK(refusal("day=<5") == "cube query day=<5: =< is not a relation: write =, !=, <, <=, > or >=");
    CHECK(refusal("weight<=10") ==
          "cube query weight<=10: bins begin with their lower edge: write < or >= an edge");
    const Cube empty = make_cube(*table_of("city,n\n"), {{"city"}});
    CHECK(usage_message([&] { parse_question(empty, "city=Oslo"); }) ==
          "cube query city=Oslo: city has no value Oslo: it has no values, since there are no rows");
}

} // namespace scanline::cube::question_test
