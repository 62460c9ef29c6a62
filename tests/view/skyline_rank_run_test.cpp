#include "scenes/skyline/rank_run.h"

#include "scanline/data/table.h"
#include "scanline/ranks/threads.h"
#include "scanline/skyline/table_query.h"
#include "scenes/skyline/step_view.h"
#include "skyline_cases.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::skyline_scene::rank_run_test {

using namespace cases;

TEST_CASE("Ranks find and send the rows that the scene shows") {
    for (const char* table : {"independent", "anticorrelated"})
        for (const char* ranks : {"2", "3", "4", "8"})
            for (const auto& [count, dimensions] : {std::pair{"5", "2"}, {"200", "2"}, {"2000", "5"}}) {
                CAPTURE(table, ranks, count);
                const Run run = make_sky_run({{"table", table},
                                              {"ranks", ranks},
                                              {"count", count},
                                              {"dimensions", dimensions},
                                              {"columns", "max"}});
                std::int64_t sent = 0;
                for (std::size_t step = RankRun::own_step + 1; step < run.ranks->steps.size(); ++step)
                    sent += run.ranks->steps[step].traffic.moved();
                std::vector<std::uint32_t> found;
                for (std::uint32_t point = 0; point < run.size(); ++point)
                    if (run.ranks->gone_in[point] == 0)
                        found.push_back(point);
                CHECK(found == run.trace.found.ids);
                const int last = steps_of_run(run) - 1;
                CHECK(step_view(run, last).found == std::ssize(found));
                std::vector<std::int64_t> told(static_cast<std::size_t>(run.ranks->ranks));
                ranks::run_on_threads(run.ranks->ranks, [&](ranks::Communicator& all) {
                    const ranks::Slice slice = ranks::slice_of(run.size(), all.rank(), all.size());
                    std::vector<data::TableColumn> columns;
                    skyline::TableQuery query{.columns = {}, .ranks = &all};
                    for (const Column& column : run.columns) {
                        const auto& numbers =
                            run.table->columns[static_cast<std::size_t>(column.column)].numbers;
                        query.columns.push_back({columns.size(), column.direction});
                        columns.push_back({column.title, std::vector<double>(numbers.begin() + slice.first,
                                                                             numbers.begin() + slice.end())});
                    }
                    told[static_cast<std::size_t>(all.rank())] =
                        skyline::answer(*data::make_table(std::move(columns)), query).sent;
                });
                CHECK(told.front() == sent);
            }
}

TEST_CASE("A row dominates one on another rank that it equals in a column") {
    const scanline::test::TemporaryFolder folder;
    const std::string path = (folder / "two.csv").string();
    std::ofstream(path) << "x,y\n1,3\n2,3\n";
    const Run run = make_sky_run({{"table", path}, {"ranks", "2"}});
    CHECK(run.ranks->gone_in == std::vector<int>{0, 2});
}

TEST_CASE("The steps of ranks are own skylines, and what they send to each other") {
    const Run run = make_sky_run({{"ranks", "3"}});
    CHECK(steps_of_run(run) == 4);
    CHECK(step_view(run, 1).title == "Own skylines");
    CHECK(step_view(run, 2).title == "Exchange 1 of 2");
    CHECK(
        step_view(run, 3).sentence.ends_with(fmt::format("{} are the skyline.", run.trace.found.ids.size())));
}

} // namespace scanline::view::skyline_scene::rank_run_test
