// What the explorer reads and asks, without OpenGL.
#include "explorer_cases.h"
#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scenes/explorer/data.h"
#include "scenes/explorer/icicle.h"
#include "setup_checks.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace scanline::view::explorer::cases {

using scanline::test::error_message;
using scanline::test::TemporaryFolder;

namespace {

std::vector<std::string> proposed(const std::vector<Column>& columns) {
    std::vector<std::string> names;
    for (const Column& column : columns)
        if (column.proposed)
            names.push_back(column.bins > 0 ? column.name + " in bins" : column.name);
    return names;
}

} // namespace

TEST_CASE("what is set of the explorer comes back as text") {
    test::check_table_read_back<Setup>({{"count", "1000000"},
                                        {"seed", "9999"},
                                        {"measure", "price:avg"},
                                        {"path", "city, when.month"},
                                        {"bins", "price:20, weight:0"},
                                        {"select", "city={Oslo,Bergen}, when.month=3..9"},
                                        {"drill", "city=Oslo"}});
    Setup setup;
    for (const auto& [key, value, part] : {std::tuple{"count", "1000001", "1000000"},
                                           {"path", "city, city", "twice"},
                                           {"bins", "price", "COLUMN:NUMBER"},
                                           {"bins", "price:201", "200"},
                                           {"separator", "ab", "separator ab"},
                                           {"header", "maybe", "auto, yes, no"},
                                           {"null", "a,,b", "empty entry"},
                                           {"date-format", "%q", "%q"},
                                           {"colour", "red", "table"}}) {
        INFO(key << "=" << value);
        const std::string message =
            error_message(ErrorKind::usage, [&, k = key, v = value] { set(setup, k, v); });
        CHECK(message.find(part) != message.npos);
    }
    CHECK(settings_of(setup) == settings_of(Setup()));
}

TEST_CASE("sales are the same for a seed, and read as a table") {
    const auto one = make_sales(500, 7, {}), same = make_sales(500, 7, {}), other = make_sales(500, 8, {});
    CHECK(one->names() ==
          std::vector<std::string>{"city", "product", "channel", "when", "quantity", "price"});
    int differ = 0;
    for (std::size_t row = 0; row < 500; ++row) {
        for (std::size_t column = 0; column < 6; ++column) {
            CHECK(one->text(row, column) == same->text(row, column));
            differ += one->text(row, column) != other->text(row, column) ? 1 : 0;
        }
    }
    CHECK(differ > 500);
    CHECK_THROWS_AS(make_sales(10'000, 1, [] { return true; }), Cancelled);
}

TEST_CASE("dimensions are proposed by what columns hold") {
    const TemporaryFolder folder;
    std::string text = "id,city,rooms,rent,since,note\n";
    for (int i = 0; i < 200; ++i)
        text += fmt::format("x{},{},{},{}.5,20{:02}-0{}-11,{}\n", i, i % 3 == 0 ? "Oslo" : "Bergen", i % 5,
                            i * 7, 10 + i % 4, 1 + i % 9, i % 2 == 0 ? "" : "new");
    const auto columns = columns_of(*data::read_table(put(folder, text)));
    CHECK(proposed(columns) ==
          std::vector<std::string>{"city", "rooms", "rent in bins", "since.year", "since.month", "note"});
    CHECK(measures_of(columns).size() == 1 + 2 * 4);
    CHECK(error_message(ErrorKind::failure, [&] {
              columns_of(*data::read_table(put(folder, "a,b\n")));
          }).find("table.csv has no rows") != std::string::npos);
}

TEST_CASE("the rows behind are as in the file, with columns that are no dimension, long cells cut") {
    const TemporaryFolder folder;
    const std::string text(1000, 'x');
    const auto data = explorer({{"table", put(folder, "id,city,rent\nA7,Oslo,440.05\n" + text + ",Rome,5\n")},
                                {"path", "city"},
                                {"select", "city=Oslo"}});
    const Answer one = answer_choice(*data, parse_choice(*data, data->setup), steady_time, {});
    CHECK(one.table.names == std::vector<std::string>{"id", "city", "rent"});
    CHECK(one.table.rows == std::vector<std::vector<std::string>>{{"A7", "Oslo", "440.05"}});
    Setup all = data->setup;
    all.select.clear();
    const Answer both = answer_choice(*data, parse_choice(*data, all), steady_time, {});
    REQUIRE(both.table.rows.size() == 2);
    CHECK(both.table.rows[1][0] == text.substr(0, max_shown) + "...");
}

TEST_CASE("columns of one name are told apart by their numbers") {
    const TemporaryFolder folder;
    const auto data = explorer({{"table", put(folder, "price,city,price\n1,Oslo,7\n2,Rome,7\n3,Rome,8\n")}});
    std::vector<std::string> names = path_names(*data);
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"0", "2", "city"});
    const Answer rows = answer_choice(*data, parse_choice(*data, data->setup), steady_time, {});
    CHECK(rows.table.names == std::vector<std::string>{"price (column 0)", "city", "price (column 2)"});
}

TEST_CASE("numbers are measured if some are missing, not if one is infinite") {
    const TemporaryFolder folder;
    std::string text = "city,rent,size\n";
    for (int i = 0; i < 40; ++i)
        text += fmt::format("{},{},{}\n", i % 2,
                            i % 9 > 0   ? fmt::format("{}.5", i)
                            : i % 2 > 0 ? "NA"
                                        : "null",
                            i == 7 ? "inf" : std::to_string(i));
    const auto data = explorer({{"table", put(folder, text)}});
    CHECK(data->columns[1].values == 35 + 1); // missing is one value
    CHECK(proposed(data->columns) == std::vector<std::string>{"city", "rent in bins"});
    CHECK(measures_of(data->columns) == std::vector<std::string>{"count", "city:sum", "city:avg", "city:min",
                                                                 "city:max", "rent:sum", "rent:avg",
                                                                 "rent:min", "rent:max"});
}

TEST_CASE("a column is what all of its cells are, also those that are not sampled") {
    const TemporaryFolder folder;
    std::string text = "number,day\n";
    for (int i = 0; i < 30'000; ++i)
        text += i == 2 ? "x7,later\n" : fmt::format("{},2024-01-{:02}\n", i, i % 28 + 1);
    const auto data = explorer({{"table", put(folder, text)}});
    CHECK(measures_of(data->columns).size() == 1);
    REQUIRE(data->columns.size() == 2);
    CHECK(proposed(data->columns) == std::vector<std::string>{"day"});
}

TEST_CASE("dates of any form have parts, unless several forms fit") {
    const TemporaryFolder folder;
    const auto data = explorer({{"table", put(folder, "when,either\n31.12.2024 9:30,03/04/2024\n"
                                                      "NA,05/04/2024\n1.2.2025 23:00,03/04/2024\n")}});
    std::vector<std::string> names;
    for (const Column& column : data->columns)
        names.push_back(column.name);
    CHECK(names == std::vector<std::string>{"when.year", "when.quarter", "when.month", "when.year-month",
                                            "when.week", "when.date", "when.day", "when.weekday", "when.hour",
                                            "when.minute", "either"});
    CHECK(proposed(data->columns) ==
          std::vector<std::string>{"when.year", "when.month", "when.hour", "either"});
    CHECK(shown(*data, 1) == std::vector<std::string>{"", "2", "12"});
    CHECK(data->ordered == std::vector<bool>{true, true, true, false});
    CHECK(data->columns.back().note == "either is text, since its dates fit several forms");
    const auto dates = explorer({{"table", data->setup.source}, {"path", "when.date"}});
    CHECK(shown(*dates, 0) == std::vector<std::string>{"", "2024-12-31", "2025-02-01"});
    CHECK(dates->ordered == std::vector<bool>{true});
}

TEST_CASE("a column takes the place of a part of a date that is called so") {
    const TemporaryFolder folder;
    const auto data = explorer({{"table", put(folder, "a,a.year,n\n2023-01-02,x,1\n2024-03-04,y,2\n")}});
    CHECK(path_names(*data) == std::vector<std::string>{"a.month", "a.year", "n"});
    CHECK(std::ranges::count(data->columns, "a.year", &Column::name) == 1);
    CHECK(shown(*data, data->cube->dimension("a.year")) == std::vector<std::string>{"x", "y"});
}

TEST_CASE("a table is read, and its commands are written, as the settings say") {
    const TemporaryFolder folder;
    const std::string file = put(folder, "Oslo;1.204,50 €;03.04.24;?;007\nBergen;0,5;04.04.24;2;008\n");
    const auto data = explorer({{"table", file},
                                {"header", "no"},
                                {"separator", "semicolon"},
                                {"null", "?"},
                                {"text", "3"},
                                {"decimal-comma", "true"},
                                {"thousands", "true"},
                                {"numbers", "loose"},
                                {"date-format", "%d.%m.%y"},
                                {"path", "2.month, 3"},
                                {"measure", "1:sum"}});
    CHECK(data->size() == 2);
    CHECK(data->long_text(lay_out(*data, {}, {}, 1, 0).rows[0][0].measured) == "1,205.0");
    CHECK(shown(*data, 0) == std::vector<std::string>{"4"});
    CHECK(shown(*data, 1) == std::vector<std::string>{"?", "2"}); // as written
    CHECK(std::ranges::find(data->columns, "3", &Column::name)->is_number == false);
    const std::string build = commands_of(*data, query_of(*data, parse_choice(*data, data->setup))).front();
    CHECK(
        build.substr(build.find(" --separator")) ==
        " --separator=semicolon --no-header --null='?' --text=3 --decimal-comma --thousands --numbers=loose "
        "--date-format=%d.%m.%y");
    Setup other = data->setup;
    set(other, "null", "");
    CHECK_FALSE(other.same_run(data->setup));
    for (const auto& [key, value] : {std::pair{"table", "sales"}, {"path", ""}, {"measure", "count"}})
        set(other, key, value); // sales are not read
    CHECK(make_explorer(other, data.get(), [](double, const std::string&) {}, {})->size() == other.count);
}

TEST_CASE("a table without anything that stands out still has a dimension") {
    const TemporaryFolder folder;
    const auto data = explorer({{"table", put(folder, "name\nA\nA\n")}});
    CHECK(data->dimensions() == 1);
    CHECK(data->size() == 2);
}

TEST_CASE("another path keeps the cube, and its tree is that of a cube made for it") {
    const auto first = explorer({{"path", "city, product, when.month"}, {"measure", "price:sum"}});
    const auto again =
        explorer({{"path", "when.month, city, product"}, {"measure", "price:sum"}}, first.get());
    const auto fresh = explorer({{"path", "when.month, city, product"}, {"measure", "price:sum"}});
    CHECK(again->cube == first->cube);
    CHECK(again->histograms == first->histograms);
    CHECK(path_names(*again) == path_names(*fresh));
    for (int dimension = 0; dimension < first->dimensions(); ++dimension)
        CHECK(first->dimension(dimension).name == fresh->dimension(dimension).name);
    for (std::size_t level = 0; level < 4; ++level)
        CHECK(again->tree->levels[level] == fresh->tree->levels[level]);
    CHECK(explorer({{"path", "city, product"}, {"measure", "price:sum"}}, first.get())->cube != first->cube);
    const std::string message = error_message(ErrorKind::usage, [] { explorer({{"path", "city, colour"}}); });
    CHECK(message.find("colour") != message.npos);
}

TEST_CASE("a choice is read and written as text; a drill ends where the path is another") {
    const auto data = explorer({{"path", "channel, city, when.hour"}});
    Setup setup = data->setup;
    setup.select = "city={Oslo,Bergen}, when.hour=9..17";
    setup.drill = "channel=web, city=Oslo";
    const Choice choice = parse_choice(*data, setup);
    const auto selected = [&](const char* name) {
        return choice.selected[static_cast<std::size_t>(data->cube->dimension(name))];
    };
    CHECK(selected("channel") == Selected());
    CHECK(selected("city")->size() == 2);
    CHECK(selected("when.hour")->size() == 9);
    CHECK(choice.drill.size() == 2);
    setup.select = select_text(*data, choice.selected);
    setup.drill = drill_text(*data, choice.drill);
    CHECK(parse_choice(*data, setup) == choice);
    CHECK(commands_of(*data, query_of(*data, {std::vector<Selected>(3), choice.drill})) ==
          std::vector<std::string>{"scanline cube query sales.cube 'city=Oslo, channel=web, when.hour=*'"});
    setup.drill = "city=Oslo";
    CHECK(parse_choice(*data, setup, false).drill.empty());
    CHECK(error_message(ErrorKind::usage, [&] { parse_choice(*data, setup); }).find("channel") !=
          std::string::npos);
    setup.drill.clear();
    setup.select = "city=Atlantis";
    CHECK_FALSE(error_message(ErrorKind::usage, [&] { parse_choice(*data, setup); }).empty());
    for (const char* no_condition :
         {"city=*", "city=Oslo; having count >= 2", "city=Oslo; having count < 9", "city=Oslo; top 2"}) {
        setup.select = no_condition;
        CHECK(error_message(ErrorKind::usage, [&] { parse_choice(*data, setup); }).find("conditions alone") !=
              std::string::npos);
    }
}

TEST_CASE("the commands of a file build its cube, then query it") {
    const TemporaryFolder folder;
    const std::string file = (folder / "my sales.csv").string();
    std::filesystem::rename(put(folder, "city,when,price\nOslo,2026-01-03,4.5\nBergen,2026-02-01,3.25\n"),
                            file);
    const auto data = explorer({{"table", file},
                                {"path", "when.month, city, price"},
                                {"bins", "price:2"},
                                {"measure", "price:sum"}});
    const cube::Query query = query_of(*data, parse_choice(*data, data->setup));
    CHECK(commands_of(*data, query) ==
          std::vector<std::string>{
              "scanline cube build '" + file +
                  "' -o 'my sales.cube' --dims when.month,city,price --path when.month,city,price "
                  "--bin price:2 --measures price:sum",
              "scanline cube query 'my sales.cube' 'when.month=*'"});
}

TEST_CASE("whatever names and values a table has, a selection of them is read back") {
    const TemporaryFolder folder;
    std::string text = "\"city, region\",\"a=b; {c}\",two  words\n";
    for (const char* value :
         {"Oslo", "Oslo, east", "a\"\"b", "", "*", "1..2", "{x}", "x;y", "3", "\xc3\x98ya"})
        text += fmt::format("\"{0}\",\"{0}\",\"{0}\"\n", value);
    const auto data = explorer({{"table", put(folder, text)}});
    REQUIRE(data->dimensions() == 3);
    Random random(5);
    for (int i = 0; i < 60; ++i) {
        CAPTURE(i);
        std::vector<Selected> selected = random_selection(*data, random);
        Setup setup = data->setup;
        setup.select = select_text(*data, selected);
        CHECK(parse_choice(*data, setup).selected == selected);
    }
}

TEST_CASE("a node has the rows that are selected in it: none if its value is not") {
    const auto data = explorer({{"path", "city, channel"}});
    const auto code = [&](const char* city) { return data->dimension(0).dictionary.find(city).value(); };
    Choice choice{{std::vector{code("Oslo")}, {}}, {code("Bergen")}};
    CHECK(selected_in_node(*data, choice)[0] == std::vector<std::uint32_t>());
    choice.selected[0]->push_back(code("Bergen"));
    std::ranges::sort(*choice.selected[0]);
    CHECK(selected_in_node(*data, choice)[0] == std::vector{code("Bergen")});
    choice.selected[0].reset();
    CHECK(selected_in_node(*data, choice)[0] == std::vector{code("Bergen")});
    CHECK(selected_in_node(*data, choice)[1] == Selected());
}

TEST_CASE("a dimension is moved along the path") {
    const std::vector<std::string> path{"a", "b", "c", "d"};
    CHECK(moved(path, 0, 2) == std::vector<std::string>{"b", "c", "a", "d"});
    CHECK(moved(path, 3, 1) == std::vector<std::string>{"a", "d", "b", "c"});
    CHECK(moved(path, 1, 1) == path);
}

} // namespace scanline::view::explorer::cases
