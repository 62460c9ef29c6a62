#include "skyline_cases.h"

#include "scanline/core/error.h"
#include "support/error_message.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <limits>

namespace scanline::view::skyline_scene::run_test {

using namespace cases;
using scanline::test::error_message;
using scanline::test::TemporaryFolder;
using Rows = std::vector<std::uint32_t>;

TEST_CASE("a table of one's own has its columns of numbers, and loses rows without one") {
    const TemporaryFolder folder;
    const std::string hotels = put_hotels(folder / "hotels.csv").string();
    const Run run = make_sky_run({{"table", hotels}, {"columns", "min,min,max,min"}});
    REQUIRE(run.dimensions() == 3);
    CHECK(run.columns[0].title == "price");
    CHECK(run.columns[0].column == 1);
    CHECK(run.columns[1].direction == skyline::Direction::max);
    CHECK(run.rows == Rows{0, 1, 2, 4, 5});
    CHECK(run.table->columns[0].problem.find("text") != std::string::npos);
    // Elite is worse than Astoria everywhere; Bellevue and Forum are equal.
    CHECK(found_rows(run) == Rows{0, 1, 2, 5});
    CHECK(run.point_of(4) == 3);
    CHECK(run.point_of(3) == -1);
    CHECK(run.point_of(-1) == -1);
    CHECK(run.text(3, 0) == "150");
    CHECK(run.text(3, 2) == "2.10");
    CHECK(run.columns[0].low == 60);
    CHECK(run.columns[0].worse(60) == 0);
    CHECK(run.columns[1].worse(4) == 0);
    CHECK(run.columns[1].worse(2) == 1);
    // Dolphin has a number in each of these.
    const Run fewer = make_sky_run({{"table", hotels}, {"columns", "min,ignore,max,min"}});
    CHECK(fewer.rows.size() == 6);
    CHECK(found_rows(fewer) == Rows{3});
}

TEST_CASE("a table of one's own is read as the command line reads it") {
    const TemporaryFolder folder;
    std::ofstream(folder / "ids.csv") << "id,code,when,v,empty\n9007199254740993,007,2020-01-01,1,\n"
                                         "9007199254740992,008,2020-01-02,1,NA\n";
    const Run run = make_sky_run({{"table", (folder / "ids.csv").string()}});
    REQUIRE(run.dimensions() == 2);
    CHECK(found_rows(run) == Rows{1});
    CHECK(run.value(1, 0) == 0x1p53);
    CHECK(run.table->columns[1].problem == "text, such as '007'");
    CHECK(run.table->columns[2].problem == "dates");
    CHECK(run.table->columns[4].problem == "no number in any row");
}

TEST_CASE("a table of one's own is read as the settings say") {
    const TemporaryFolder folder;
    std::ofstream(folder / "a.csv") << "1,5|-|7\n2|3|8\n";
    const Run run = make_sky_run({{"table", (folder / "a.csv").string()},
                                  {"separator", "pipe"},
                                  {"header", "no"},
                                  {"null", "-"},
                                  {"text", "2"},
                                  {"decimal-comma", "true"}});
    REQUIRE(run.dimensions() == 2);
    CHECK(run.rows == Rows{1});
    CHECK(run.table->columns[0].numbers == std::vector<double>{1.5, 2});
    CHECK(run.table->columns[2].problem.find("text") != std::string::npos);
}

TEST_CASE("the skyline is that of brute force, whichever columns take part and however") {
    for (int seed = 0; seed < 12; ++seed) {
        const std::array<std::string, 3> uses{"min", "max", "ignore"};
        const std::string columns = fmt::format("{},{},{}", uses[static_cast<std::size_t>(seed % 3)],
                                                uses[static_cast<std::size_t>(seed / 3 % 2)],
                                                uses[static_cast<std::size_t>(seed / 2 % 3)]);
        INFO("seed " << seed << ", columns " << columns);
        const Run run = make_sky_run(
            {{"table",
              std::string(to_string(enumerators<skyline::Kind>[static_cast<std::size_t>(seed % 3)]))},
             {"dimensions", std::to_string(2 + seed % 4)},
             {"count", "150"},
             {"seed", std::to_string(seed)},
             {"columns", columns}});
        CHECK(found_rows(run) == brute_skyline(run));
    }
}

TEST_CASE("thresholds are values of rows: quartiles, and the best one that is not better than tau") {
    const Run run = make_sky_run({{"count", "101"}, {"columns", "min,max"}});
    for (int column = 0; column < 2; ++column) {
        const Column& of = run.columns[static_cast<std::size_t>(column)];
        std::vector<double> values;
        for (const std::uint32_t point : run.trace.order)
            values.push_back(of.worse(run.value(point, column)));
        std::ranges::sort(values);
        const std::size_t n = values.size();
        CHECK(of.worse(of.quartiles[0]) == values[n / 4]);
        CHECK(of.worse(of.quartiles[1]) == values[n / 2]);
        CHECK(of.worse(of.quartiles[2]) == values[n / 4 + n / 2]);
    }
    for (const auto& [row, of] : {std::pair{0, &run.columns[0]}, {1, &run.columns[1]}}) {
        for (std::uint32_t point = 0; of->tau && point < run.size(); ++point) {
            const bool from_tau = run.keys[point][row] >= run.trace.tau;
            CHECK(from_tau == (of->worse(run.value(point, row)) >= of->worse(*of->tau)));
        }
    }
}

TEST_CASE("axes are those that are wanted, if they can be, and differ") {
    const Run run = make_sky_run({{"dimensions", "4"}, {"count", "10"}});
    Setup wanted;
    CHECK(run.axes(wanted) == std::vector{0, 1, 2});
    wanted.axes = {3, 3, 0};
    CHECK(run.axes(wanted) == std::vector{3, 1, 0});
    wanted.axes = {9, 0, 9};
    CHECK(run.axes(wanted) == std::vector{1, 0, 2});
    const Run flat = make_sky_run({{"dimensions", "2"}, {"count", "10"}});
    CHECK(flat.axes({}) == std::vector{0, 1});
}

TEST_CASE("large tables are sampled for the steps, and the skyline comes first among what is drawn") {
    const TemporaryFolder folder;
    {
        std::ofstream file(folder / "large.csv");
        file << "a,b\n";
        for (int row = 0; row < Run::max_traced + 500; ++row)
            file << row << ',' << (row * 7919) % 10'007 << '\n';
    }
    const Run run = make_sky_run({{"table", (folder / "large.csv").string()}});
    CHECK(run.is_sample());
    CHECK(run.size() == Run::max_traced);
    CHECK(std::ranges::is_sorted(run.rows));
    CHECK(run.drawn.size() == Run::max_drawn);
    CHECK(std::ranges::includes(run.drawn, run.trace.found.ids));
    CHECK(std::ranges::adjacent_find(run.drawn) == run.drawn.end());
}

TEST_CASE("tables without a skyline to show are named, with the reason") {
    const TemporaryFolder folder;
    const auto message = [&](const std::string& content, const char* columns, ErrorKind kind) {
        std::ofstream(folder / "bad.csv") << content;
        return error_message(kind, [&] {
            make_sky_run({{"table", (folder / "bad.csv").string()}, {"columns", columns}});
        });
    };
    CHECK(message("name,town\nA,B\n", "", ErrorKind::failure).find("no column has only numbers") !=
          std::string::npos);
    CHECK(message("a,b\nA,\nB,\n", "", ErrorKind::failure).find("no column has only numbers") !=
          std::string::npos);
    CHECK(message("a,b\n1,2\n", "ignore,ignore", ErrorKind::usage).find("no column takes part") !=
          std::string::npos);
    std::string wide = "1";
    for (int column = 1; column < 40; ++column)
        wide += ",1";
    CHECK(message(wide + "\n", "", ErrorKind::usage).find("40 columns take part, and at most 31") !=
          std::string::npos);
}

TEST_CASE("equal values, infinities and numbers of all sizes have a place on their axis") {
    const TemporaryFolder folder;
    std::ofstream(folder / "odd.csv") << "a,b,c\n1,inf,-1e308\n1,2,0\n1,-inf,1e308\n";
    const Run odd = make_sky_run({{"table", (folder / "odd.csv").string()}});
    CHECK(found_rows(odd) == Rows{0, 1, 2});
    CHECK(odd.fraction(0, 0) == 0.5);
    CHECK(odd.fraction(0, 1) == 1);
    CHECK(odd.fraction(2, 1) == 0);
    CHECK(odd.fraction(1, 2) == 0.5);
    CHECK(odd.fraction(2, 2) == 1);
    CHECK(odd.text(0, 1) == "inf");
    CHECK(odd.text(2, 2) == "1e+308");
}

} // namespace scanline::view::skyline_scene::run_test
