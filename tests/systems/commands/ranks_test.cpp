#include "scanline/systems/commands.h"

#include "scanline/core/error.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::ranks_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

void add_run(Results& results, const std::string& command, int ranks, double milliseconds, std::int64_t sent,
             std::int64_t foretold) {
    add_row(results, {{"command", command}, {"scaling", "strong"}, {"elements", 1 << 20}, {"ranks", ranks}},
            std::vector<Stage>{{"work", milliseconds * 0.75}, {"exchange", milliseconds * 0.25}});
    results.rows.back().items = 1 << 20;
    results.rows.back().counts = {
        {"sent_bytes", sent}, {"foretold_bytes", foretold}, {"imbalance_percent", 104}};
}

} // namespace

TEST_CASE("Strong scaling has one group for all numbers of ranks, weak scaling one for each") {
    Request request{.values = {{"--command", {"sort"}}, {"--sizes", {"1000"}}, {"--ranks", {"1", "2", "3"}}}};
    CHECK_THROWS_WITH(make_plan(find_experiment("ranks"), request), ContainsSubstring("only the program"));
    request.context.lend<Program>([] { return Program{"none"}; });
    const bench::Plan plan = make_plan(find_experiment("ranks"), request);
    std::vector<std::string> names;
    for (const bench::PlannedGroup& group : plan.groups)
        names.push_back(group.what);
    CHECK(names == std::vector<std::string>{"sort, 1000 elements", "sort, 1000 elements",
                                            "sort, 2000 elements", "sort, 3000 elements"});
}

TEST_CASE("What ranks send is judged by what was foretold, and drawn on to 1,024 of them") {
    Results results = made_up("ranks");
    add_run(results, "sort", 1, 400, 0, 0);
    CHECK_FALSE(claim(results, "what ranks send").holds.has_value());
    add_run(results, "sort", 2, 250, 1'050'000, 1'000'000);
    CHECK(claim(results, "what ranks send").holds == true);
    CHECK_THAT(find_experiment("ranks").summary(results), ContainsSubstring("1.05") &&
                                                              ContainsSubstring("| sort    |") &&
                                                              ContainsSubstring("the ranks' work"));
    add_run(results, "sort", 4, 150, 1'200'000, 1'000'000);
    CHECK(claim(results, "what ranks send").holds == false);
}

} // namespace scanline::systems::ranks_test
