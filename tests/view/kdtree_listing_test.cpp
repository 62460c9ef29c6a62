// Which lines of the code run in a step, and with which values.
#include "scenes/kdtree/words.h"

#include "kdtree_cases.h"
#include "shader_lines.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <sstream>

namespace scanline::view::kdtree_scene::listing_test {

using cases::make_run;

namespace {

using Lines = std::vector<std::string>;

/// The lines that run, without indentation, each with its value behind a bar.
Lines lit(const Listing& listing) {
    Lines lines;
    for (std::size_t i = 0; i < listing.lines.size(); ++i) {
        const auto& [text, value, glsl] = listing.lines[i];
        if (std::ranges::count(listing.current, i) == 0)
            CHECK(value.empty());
        else
            lines.push_back(text.substr(text.find_first_not_of(' ')) + (value.empty() ? "" : " | " + value));
    }
    return lines;
}

bool has(const Lines& lines, const std::string& line) {
    return std::ranges::count(lines, line) == 1;
}

/// Six points, whose tree is in the example of kdtree::trace_build().
Run six_points() {
    Run run = make_run({{"count", "6"}});
    run.cloud = {{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, 2};
    run.trace = kdtree::trace_build(run.cloud.points());
    run.tree.index = run.trace->steps.back().front();
    run.tree.coordinates.clear();
    for (std::size_t node = 0; node < 6; ++node) {
        const auto point = static_cast<std::size_t>(run.tree.index[node]);
        run.node_of[point] = static_cast<std::int64_t>(node);
        run.tree.coordinates.insert(run.tree.coordinates.end(),
                                    {run.cloud.coordinates[2 * point], run.cloud.coordinates[2 * point + 1]});
    }
    run.bounds = {{0, 0, 0}, {10, 10, 0}};
    return run;
}

QueryRun ask_six(const Run& run, Query query, int neighbors = 1) {
    Setup setup;
    setup.query = query;
    setup.neighbors = neighbors;
    setup.at = {0.9, 0.2, 0};
    setup.reach = 0.25;
    return ask(run, setup);
}

} // namespace

TEST_CASE("The code of a build runs sort, duplicates and levels in their steps") {
    const Run run = six_points();
    CHECK(lit(build_listing(run, -1, 0)).empty());
    CHECK(lit(build_listing(run, -1, 1)) ==
          Lines{"order by x = sort(points)", "other orders = sort(points)"});
    CHECK(lit(build_listing(run, -1, 2)) == Lines{"keep the first of equal points | 6 stay"});
    // By y the points are 4, 5, 0, 1, 2, 3; those less than point 1 by x are 0 and 3.
    const Listing root = build_listing(run, 2, 3);
    CHECK(root.title == "Build, level by level, p = 2 by y");
    CHECK(lit(root) == Lines{"for each level: | 0", "for all orders but by x:", "m = middle by x | point 1",
                             "l = prefix sum of p < m | 1", "g = prefix sum of p > m | 2",
                             "p > m: to = root + 1 + g | 2 + 1 + 2", "new[to] = p | 5"});
    CHECK(has(lit(build_listing(run, 0, 3)), "p < m: to = first + l | 0 + 0"));
    CHECK(has(lit(build_listing(run, 1, 3)), "p = m: to = root | 2"));
    // Without a pinned point, the last one of the first part.
    CHECK(build_listing(run, -1, 4).title == "Build, level by level, p = 3 by x");
    CHECK(has(lit(build_listing(run, -1, 4)), "l = prefix sum of p < m | 0"));
    // A point that is in the tree moves no more.
    CHECK(lit(build_listing(run, 1, 4)) ==
          Lines{"for each level: | 1", "for all orders but by y:", "m = middle by y | point 0"});
}

TEST_CASE("Where the code of a build says that points go is where they are after each step") {
    for (const char* dimensions : {"2", "3"}) {
        const Run run = make_run({{"count", "100"}, {"points", "grid"}, {"dimensions", dimensions}});
        for (int step = 3; step < build_steps(run); ++step) {
            const auto other = static_cast<std::size_t>((step - 2) % run.tree.dimensions);
            for (int point = 0; point < 100; ++point) {
                CAPTURE(dimensions, step, point);
                const Listing listing = build_listing(run, point, step);
                const std::int64_t node = run.find_node(point);
                if (listing.current.back() + 1 < listing.lines.size()) {
                    CHECK((node < 0 || role_at(run.tree.size(), node, level_of(step)) == Role::placed));
                    continue;
                }
                const std::string to = listing.lines[listing.current.rbegin()[1]].value;
                int sum = 0;
                for (std::istringstream terms(to); terms;) {
                    int term = 0;
                    char plus = 0;
                    terms >> term >> plus;
                    sum += term;
                }
                CHECK(std::to_string(sum) == listing.lines.back().value);
                const auto& after = run.trace->steps[static_cast<std::size_t>(level_of(step)) + 1][other];
                CHECK(after[static_cast<std::size_t>(sum)] == point);
            }
        }
    }
}

TEST_CASE("The code of a search for the nearest shows what every visit decides") {
    const Run run = six_points();
    const QueryRun asked = ask_six(run, Query::nearest);
    // As in the example of kdtree::trace_knn().
    REQUIRE(asked.result_step() == 7);
    const auto at = [&](int step) { return lit(query_listing(run, asked, step)); };
    CHECK(at(0) == Lines{"part = all nodes | 6"});
    CHECK(at(1) == Lines{"while part has several nodes: | 6", "split = its root's x | 5.00",
                         "push the far side | left", "part = the near side | right"});
    CHECK(at(3) == Lines{"test its node | point 2", "test p:", "d = distance to p | 4.00",
                         "if d <= limit: keep p | 4.00 <= inf", "limit = the farthest | 4.00"});
    CHECK(has(at(4), "test the root | point 5"));
    CHECK(has(at(4), "if its bound <= limit: | <= 4.00"));
    CHECK(has(at(4), "drop the farthest | point 2"));
    CHECK(has(at(5), "limit = the farthest | 1.41"));
    CHECK(at(6) == Lines{"pop a far side, or end", "if its bound <= limit: | 4.00 > 1.41",
                         "else: skip it | 3 points"});
    CHECK(at(7) == Lines{"pop a far side, or end"});
    // No list of one is full before the second.
    CHECK_FALSE(
        has(lit(query_listing(run, ask_six(run, Query::nearest, 2), 3)), "limit = the farthest | 4.00"));
}

TEST_CASE("The code of the other searches has its limits") {
    const Run run = six_points();
    const QueryRun ball = ask_six(run, Query::radius), box = ask_six(run, Query::box);
    CHECK(query_listing(run, ball, 0).title == "Search in a radius");
    CHECK(has(lit(query_listing(run, ball, 3)), "if d <= limit: keep p | 4.00 > 2.50"));
    // The box goes from (6.5, -0.5) to (11.5, 4.5).
    const auto at = [&](int step) { return lit(query_listing(run, box, step)); };
    CHECK(query_listing(run, box, 0).title == "Search in a box");
    CHECK(at(1) == Lines{"visit part: | 6", "split = its root's x | 5.00", "if low <= split: | 6.50 > 5.00"});
    CHECK(at(2) == Lines{"if low <= split: | 6.50 > 5.00", "else: skip it | 3 points"});
    CHECK(has(at(3), "visit the left side"));
    CHECK(has(at(3), "if low <= split: | -0.50 <= 2.00"));
    CHECK(at(4) == Lines{"visit part: | 1", "if it is one node: test it | point 4",
                         "test p:", "if low <= p <= high: keep p"});
}

TEST_CASE("Of more points than can be followed the code has the values that are known") {
    const Run run = make_run({{"count", "5000"}});
    CHECK(lit(build_listing(run, 7, 4)) ==
          Lines{"for each level: | 1", "for all orders but by y:",
                fmt::format("m = middle by y | point {}", run.point_of(run.tree.whole().left().root()))});
}

TEST_CASE("Lines of the code are lines of the shader") {
    const Run run = six_points();
    for (int step = 0; step < build_steps(run); ++step)
        test::check_shader_lines(build_listing(run, -1, step));
    for (const Query query : enumerators<Query>) {
        const QueryRun asked = ask_six(run, query);
        for (int step = 0; step <= asked.result_step(); ++step)
            test::check_shader_lines(query_listing(run, asked, step));
    }
}

} // namespace scanline::view::kdtree_scene::listing_test
