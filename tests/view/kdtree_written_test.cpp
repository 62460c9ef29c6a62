// What the user may predict of k-d trees.
#include "scenes/kdtree/written.h"

#include "kdtree_cases.h"
#include "scenes/kdtree/drawing.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::kdtree_scene::written_test {

using cases::make_run;

TEST_CASE("Places that are asked for are those whose points a step moves") {
    const Run run = make_run({{"count", "24"}, {"dimensions", "3"}});
    for (int step = 0; step < build_steps(run); ++step) {
        const auto written = written_slots(run, step);
        CHECK(written.size() <= 12);
        CHECK(written.empty() == (step < 3 || step + 1 == build_steps(run)));
        for (const Written& one : written) {
            const std::size_t axis = one.cell >> 32, place = one.cell & 0xffffffff;
            CAPTURE(step, one.name, one.why);
            CHECK(axis == static_cast<std::size_t>(step - 3 + 1) % 3);
            CHECK(one.value == std::to_string(arrays_at(run, step).after[axis][place]));
            const Role role = cell_role(run, step, arrays_at(run, step).after[axis][place]);
            CHECK(one.why.starts_with(role == Role::median ? "the median by "
                                      : role == Role::less ? "the next that is less than "
                                                           : "the next that is greater than "));
        }
    }
    CHECK(written_slots(make_run({{"count", "300"}, {"ranks", "2"}}), 3).empty());
}

TEST_CASE("A decision of a query is what its visit does") {
    const Run run = make_run({{"count", "60"}});
    for (const Query query : enumerators<Query>) {
        Setup setup;
        setup.query = query;
        const QueryRun asked = ask(run, setup);
        CHECK_FALSE(decision_at(run, asked, 0));
        CHECK_FALSE(decision_at(run, asked, asked.result_step()));
        for (int step = 1; step < asked.result_step(); ++step) {
            const Visit& visit = asked.visits[static_cast<std::size_t>(step) - 1];
            const auto decision = decision_at(run, asked, step);
            CAPTURE(std::string(to_string(query)), step);
            if (visit.kind == kdtree::VisitKind::prune) {
                REQUIRE(decision);
                CHECK(decision->written.value == "skipped");
                CHECK((decision->node >= visit.first && decision->node < visit.last));
            } else if (decision && decision->written.choices.front() == "found") {
                CHECK(decision->written.value == (visit.found ? "found" : "not found"));
            } else if (decision) {
                CHECK(decision->written.value == "visited");
            }
        }
    }
}

} // namespace scanline::view::kdtree_scene::written_test
