#include "scenes/skyline/step_view.h"

#include "kit/glossary.h"
#include "scanline/core/random.h"
#include "scenes/skyline/words.h"
#include "shader_lines.h"
#include "skyline_cases.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <bit>
#include <catch2/catch_all.hpp>
#include <fstream>
#include <set>

namespace scanline::view::skyline_scene::step_view_test {

using namespace cases;

namespace {

std::string fact(const Pinned& pinned, const std::string& name) {
    const auto found = std::ranges::find(pinned.facts, name, &Setting::key);
    return found == pinned.facts.end() ? "" : found->value;
}

/// Rows of four columns with many equal values. The first row lacks one, so that points are not numbered as
/// rows.
std::filesystem::path put_ties(const std::filesystem::path& path) {
    Random random(1);
    std::ofstream file(path);
    file << "col 0,col 1,col 2,col 3\n,1,1,1\n";
    for (int row = 0; row < 150; ++row)
        file << random.below(8) << ',' << random.below(8) << ',' << random.below(8) << ',' << random.below(8)
             << '\n';
    return path;
}

std::vector<std::string> lit(const Listing& listing) {
    std::vector<std::string> lines;
    for (const std::size_t line : listing.current)
        lines.push_back(listing.lines[line].text);
    return lines;
}

} // namespace

TEST_CASE("steps are the input, four before the levels, and a level for each number of bits") {
    const Run run = make_sky_run({{"dimensions", "3"}});
    REQUIRE(steps_of_run(run) == 5 + 4);
    std::vector<std::string> titles;
    for (int step = 0; step < steps_of_run(run); ++step)
        titles.push_back(step_view(run, step).title);
    CHECK(titles == std::vector<std::string>{"Input", "Pre-filter", "Quartiles", "Masks", "Sort", "Level 0",
                                             "Level 1", "Level 2", "Level 3"});
    CHECK(sky_level(4) == -1);
    CHECK(sky_level(step_of_level(2)) == 2);
}

TEST_CASE("roles of a step add up: who goes is dominated, and what is left in the end is the skyline") {
    for (int seed = 0; seed < 6; ++seed) {
        INFO("seed " << seed);
        const Run run = make_sky_run({{"table", seed % 2 == 0 ? "independent" : "anticorrelated"},
                                      {"dimensions", std::to_string(2 + seed)},
                                      {"seed", std::to_string(seed)}});
        const std::vector<std::uint32_t> skyline = brute_skyline(run);
        std::vector<Role> before(static_cast<std::size_t>(run.size()), Role::waiting);
        skyline::Counters sum;
        for (int step = 0; step < steps_of_run(run); ++step) {
            INFO("step " << step);
            const StepView view = step_view(run, step);
            CHECK(view.left + view.found + std::ranges::count(view.roles, Role::gone) + view.pruned ==
                  run.size());
            for (std::size_t point = 0; point < view.roles.size(); ++point) {
                const Role role = view.roles[point], was = before[point];
                const bool is_of_skyline = std::ranges::binary_search(skyline, run.rows[point]);
                if (role != Role::waiting)
                    CHECK((role == Role::skyline) == is_of_skyline);
                if (was == Role::pruned || was == Role::gone)
                    CHECK(role == Role::gone);
                if (was == Role::skyline)
                    CHECK(role == Role::skyline);
            }
            if (view.stage == Phase::level) {
                const auto& stats = run.trace.found.levels[static_cast<std::size_t>(view.level)];
                CHECK(view.pruned == stats.pruned);
                CHECK(view.now == stats.counters);
            }
            if (view.stage == Phase::filter)
                CHECK(view.focus == static_cast<int>(run.trace.tau_row));
            sum.dominance_tests += view.now.dominance_tests;
            sum.mask_tests += view.now.mask_tests;
            CHECK(view.so_far == sum);
            before = view.roles;
        }
        CHECK(sum == run.trace.found.counters);
        CHECK(step_view(run, steps_of_run(run) - 1).left == 0);
    }
}

TEST_CASE("sentences name rows, numbers and terms") {
    const Run run = make_sky_run({});
    CHECK(step_view(run, 0).sentence.starts_with("200 rows: one dominates another"));
    CHECK(terms_in(step_view(run, 0).sentence).size() == 2); // dominates, skyline
    CHECK(step_view(run, 1).sentence.find(fmt::format("{} of 200", step_view(run, 1).pruned)) !=
          std::string::npos);
    CHECK(terms_in(step_view(run, 3).sentence).size() >= 3); // median mask, quartile mask, dominate
    std::set<std::uint32_t> cells;
    for (const std::uint32_t point : run.trace.order)
        cells.insert(run.trace.rows[point].median);
    CHECK(step_view(run, 4).sentence.find(fmt::format("median cell: {} here", cells.size())) !=
          std::string::npos);
    const std::int64_t found = step_view(run, 6).found - step_view(run, 5).found;
    REQUIRE(found > 0);
    CHECK(step_view(run, 6).sentence.find(fmt::format("; {} of this level", found)) != std::string::npos);
    CHECK(step_view(run, 6).sentence.find("with 1 of their bits") != std::string::npos);
    CHECK(terms_in(step_view(run, 6).sentence).size() >= 4);
    for (const char* term :
         {"skyline", "dominate", "median mask", "quartile mask", "level", "median cell", "DT", "MT"})
        CHECK(terms_in(term).size() == 1);
    CHECK(mask_text(0b011, 4) == "1100");
}

TEST_CASE("a pinned row tells who dominates it, when it was found out, and in what") {
    const scanline::test::TemporaryFolder folder;
    const Run run =
        make_sky_run({{"table", put_hotels(folder / "hotels.csv").string()}, {"columns", "min,min,max,min"}});
    const Pinned elite = pinned_of(run, 3);
    CHECK(elite.title == "Row 4");
    const auto& row = run.trace.rows[3];
    const std::uint32_t by = run.rows[row.dominator];
    CHECK(run.dominates(row.dominator, 3));
    CHECK(fact(elite, "dominated").starts_with(fmt::format("by row {}, in ", by)));
    CHECK(fact(elite, "price") == fmt::format("150, better there: {}", run.text(row.dominator, 0)));
    CHECK(fact(elite, "name") == "Elite");
    CHECK(fact(elite, "dominates") == "0 rows");
    CHECK(tooltip_of(run, 3).starts_with("Row 4\nprice 150\nstars 4\ndistance 2.10\ndominated by row"));
    const Pinned astoria = pinned_of(run, 0);
    CHECK(fact(astoria, "dominated") == "by none");
    CHECK(fact(astoria, "in the skyline").starts_with("since level "));
    CHECK(fact(astoria, "price") == "120");
    CHECK(fact(astoria, "dominates") == "1 row");
}

TEST_CASE("what a pinned row says of columns is true") {
    const scanline::test::TemporaryFolder folder;
    const Run run = make_sky_run({{"table", put_ties(folder / "ties.csv").string()}, {"columns", "max"}});
    for (std::uint32_t point = 0; point < run.size(); ++point) {
        INFO("row " << run.rows[point]);
        const Pinned pinned = pinned_of(run, point);
        const skyline::Trace::Row& row = run.trace.rows[point];
        const std::uint32_t by = row.dominator;
        if (row.outcome == skyline::Trace::Outcome::pruned)
            CHECK(fact(pinned, "dominated") ==
                  fmt::format("by row {}, in level {}", run.rows[by], row.level));
        if (row.outcome != skyline::Trace::Outcome::filtered)
            CHECK(
                fact(pinned, "median mask").ends_with(fmt::format(": level {}", std::popcount(row.median))));
        for (int column = 0; column < 4; ++column) {
            const std::string text = fact(pinned, fmt::format("col {}", column));
            const Column& of = run.columns[static_cast<std::size_t>(column)];
            const double own = of.worse(run.value(point, column)), other = of.worse(run.value(by, column));
            CHECK((text.find("better there") != text.npos) == (other < own));
            CHECK((text.find("the same there") != text.npos) == (other == own && by != point));
            CHECK(other <= own);
        }
    }
}

TEST_CASE("the code follows the step, and the pinned row in it") {
    const scanline::test::TemporaryFolder folder;
    const Run run = make_sky_run({{"table", put_ties(folder / "ties.csv").string()}});
    CHECK(lit(listing_of(run, step_view(run, 0), -1)).empty());
    CHECK(lit(listing_of(run, step_view(run, 1), -1)).size() == 2);
    const Listing level = listing_of(run, step_view(run, 6), -1);
    CHECK(lit(level).front() == "for each level l:");
    CHECK(lit(level).size() == 10);
    for (std::uint32_t point = 0; point < run.size(); ++point) {
        const skyline::Trace::Row& row = run.trace.rows[point];
        if (row.outcome == skyline::Trace::Outcome::filtered)
            continue;
        INFO("row " << run.rows[point]);
        const Listing listing =
            listing_of(run, step_view(run, step_of_level(row.level)), static_cast<int>(point));
        const auto lines = lit(listing);
        const bool own = std::popcount(row.median) == row.level;
        CHECK(std::ranges::count(lines, "      cells = that of p") == (own ? 1 : 0));
        const bool pruned = row.outcome == skyline::Trace::Outcome::pruned;
        CHECK(std::ranges::count(lines, "        p goes") == (pruned ? 1 : 0));
        CHECK(listing.lines[8].value == (pruned ? fmt::format("row {}", run.rows[row.dominator]) : ""));
        CHECK(std::ranges::count(lines, "  p with l bits: skyline") == (pruned ? 0 : 1));
        const Listing masks = listing_of(run, step_view(run, 3), static_cast<int>(point));
        CHECK(masks.lines[3].value == mask_text(row.median, 4));
    }
}

TEST_CASE("rows are asked for in the steps that find out about them, and the answer is true") {
    for (const char* dimensions : {"2", "4"}) {
        const Run run = make_sky_run({{"dimensions", dimensions}});
        const std::vector<std::uint32_t> skyline = brute_skyline(run);
        for (int step = 0; step < steps_of_run(run); ++step) {
            const StepView view = step_view(run, step);
            const std::vector<Written> written = written_points(run, view);
            CHECK(written.size() <= 8);
            if (step == 0 || (step > 1 && step < 5))
                CHECK(written.empty());
            for (const Written& one : written) {
                CAPTURE(step, one.name, one.why);
                const auto point = static_cast<std::uint32_t>(one.cell);
                CHECK(one.name == fmt::format("row {}", run.rows[point]));
                if (one.value == "is dominated")
                    CHECK(run.dominates(run.trace.rows[point].dominator, point));
                else if (step > 1)
                    CHECK(std::ranges::binary_search(skyline, run.rows[point]));
            }
        }
    }
}

TEST_CASE("lines of the code are lines of the shader of the step") {
    const Run run = make_sky_run({});
    for (int step = 0; step < steps_of_run(run); ++step)
        test::check_shader_lines(listing_of(run, step_view(run, step), -1));
}

} // namespace scanline::view::skyline_scene::step_view_test
