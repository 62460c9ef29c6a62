// What steps of cubes offer to be predicted, and which shaders do the same.
#include "cube_cases.h"
#include "scanline/gl/shader_store.h"
#include "scenes/cube/words.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <set>

namespace scanline::view::cube_scene::lesson_test {

namespace {

void for_steps(const Run& run, Show show, auto each) {
    for (int step = 0; step < static_cast<int>(steps_of_run(run, show).size()); ++step)
        each(step_view(run, show, step));
}

} // namespace

TEST_CASE("Every line of a shader that code of cubes names is in it, and half of the code is named") {
    for (const char* query : {"1,*,0", "1,0", "*"}) { // by side links, by the path, the root
        const Run run = cases::make_cube_run({{"query", query}});
        const bool by_path = run.query.method == cube::Method::path;
        for (const Show show : enumerators<Show>) {
            std::set<std::size_t> named;
            std::size_t lines = 0;
            for_steps(run, show, [&](const StepView& view) {
                const Listing listing = listing_of(run, view);
                lines = listing.lines.size();
                const std::string shader = gl::ShaderStore::standard().flatten(listing.shader).text;
                CHECK(listing.source.starts_with("Wang and Yu"));
                for (std::size_t line = 0; line < lines; ++line)
                    if (const std::string& glsl = listing.lines[line].glsl; !glsl.empty()) {
                        CAPTURE(listing.shader, glsl);
                        REQUIRE(shader.find(glsl) != std::string::npos);
                        named.insert(line);
                    }
            });
            CAPTURE(query, std::string(to_string(show)));
            CHECK((2 * named.size() >= lines || (show == Show::query && by_path)));
        }
    }
}

TEST_CASE("A roll-up and a merge ask for the values of nodes with several parts, which add up") {
    const Run run = cases::make_cube_run({{"count", "40"}});
    int asked = 0;
    for (const Show show : enumerators<Show>)
        for_steps(run, show, [&](const StepView& view) {
            if (show == Show::query)
                return;
            const std::vector<Written> written = written_in(run, view);
            const bool writes = view.step.stage == Phase::roll_up || view.step.stage == Phase::merge;
            CHECK(written.size() <= 16);
            CHECK((writes || written.empty()));
            for (const Written& one : written) {
                ++asked;
                const auto at = node_at(run.tree(show), node_codes(static_cast<int>(one.cell)));
                REQUIRE(at);
                CHECK(static_cast<int>(at->level) == view.step.level);
                CHECK(one.value == std::to_string(cell_at(run, view, *at).values.front()));
                CHECK(one.name == "the sum of " + node_name(run, run.tree(show), *at));
                std::int64_t sum = 0;
                std::size_t from = 0;
                for (std::size_t plus = 0; plus != one.why.npos; from = plus + 3) {
                    plus = one.why.find(" + ", from);
                    sum += std::stoll(one.why.substr(from, plus - from));
                }
                CHECK(std::to_string(sum) == one.value);
            }
            // Nothing above the picture tells the value of the root.
            if (writes && view.step.level == 0)
                CHECK(view.sentence.find(written.front().value) == std::string::npos);
        });
    CHECK(asked > 10);
    const Run least = cases::make_cube_run({{"measure", "min"}});
    const std::vector<Written> root = written_in(least, step_view(least, Show::build, 12));
    REQUIRE(root.size() == 1);
    CHECK(root.front().why.find(", ") != std::string::npos);
}

TEST_CASE("A query by side links asks which nodes count, and what these add up to") {
    const Run run = cases::make_cube_run({{"count", "40"}, {"query", "*,1,*"}});
    REQUIRE(run.query.method == cube::Method::side_links);
    std::int64_t sum = 0, looks = 0;
    for_steps(run, Show::query, [&](const StepView& view) {
        const std::vector<Written> written = written_in(run, view);
        const bool ends = view.step.stage == Phase::answer;
        REQUIRE(written.size() == (ends || view.step.stage == Phase::look ? 1 : 0));
        if (ends)
            CHECK(written.front().value == std::to_string(sum));
        if (ends || written.empty())
            return;
        const cube::QueryTrace::Step& of = run.query.steps[view.step.step];
        ++looks;
        CHECK(written.front().value == (of.met ? "counts" : "does not count"));
        CHECK(std::ranges::count(written.front().choices, written.front().value) == 1);
        const auto at = node_at(run.build.tree, node_codes(static_cast<int>(written.front().cell)));
        REQUIRE(at);
        CHECK(at->node == of.node);
        if (of.met)
            sum += run.build.tree.levels[at->level].values.front()[at->node];
    });
    CHECK(looks > 1);
    // Some of these climbs end at another code of B.
    const Run climbs = cases::make_cube_run({{"count", "40"}, {"query", "*,0,1"}});
    REQUIRE(climbs.query.method == cube::Method::side_links);
    int count[2] = {0, 0};
    for_steps(climbs, Show::query, [&](const StepView& view) {
        if (view.step.stage != Phase::look)
            return;
        const bool met = climbs.query.steps[view.step.step].met;
        ++count[met];
        CHECK(written_in(climbs, view).front().value == (met ? "counts" : "does not count"));
    });
    CHECK(count[0] > 0);
    CHECK(count[1] > 0);
    const Run by_path = cases::make_cube_run({{"query", "1,*,*"}});
    for_steps(by_path, Show::query, [&](const StepView& view) { CHECK(written_in(by_path, view).empty()); });
}

} // namespace scanline::view::cube_scene::lesson_test
