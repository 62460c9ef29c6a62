#include "scanline/core/work_counter.h"

#include <catch2/catch_all.hpp>

namespace work_counter_test {

using namespace scanline;

namespace {

void run_pass(PassObserver& observer, std::uint64_t items, std::optional<std::uint64_t> fetches) {
    Pass pass;
    pass.name = "a pass";
    pass.items = items;
    pass.fetches = fetches;
    observer.pass_begins(pass);
    observer.pass_ends(pass);
}

} // namespace

TEST_CASE("The work of each stage is counted apart, in the order of the stages") {
    WorkCounter counter;
    {
        const StageScope stage(&counter, "scan");
        run_pass(counter, 10, 20);
        run_pass(counter, 5, 5);
    }
    {
        const StageScope stage(&counter, "search");
        run_pass(counter, 7, std::nullopt);
    }
    REQUIRE(counter.stages().size() == 2);
    REQUIRE(counter.stages()[0].name == "scan");
    REQUIRE(counter.stages()[0].work.passes == 2);
    REQUIRE(counter.stages()[0].work.items == 15);
    REQUIRE(counter.stages()[0].work.fetches == 25);
    REQUIRE(counter.stages()[0].work.uncounted_passes == 0);
    REQUIRE(counter.stages()[1].name == "search");
    REQUIRE(counter.stages()[1].work.passes == 1);
    REQUIRE(counter.stages()[1].work.items == 7);
    REQUIRE(counter.stages()[1].work.fetches == 0);
    REQUIRE(counter.stages()[1].work.uncounted_passes == 1);
}

TEST_CASE("The total is the sum over the stages") {
    WorkCounter counter;
    REQUIRE(counter.total().passes == 0);
    for (const char* name : {"scan", "search", "scan"}) {
        const StageScope stage(&counter, name);
        run_pass(counter, 3, 4);
        run_pass(counter, 2, std::nullopt);
    }
    REQUIRE(counter.stages().size() == 3);
    const Work total = counter.total();
    REQUIRE(total.passes == 6);
    REQUIRE(total.items == 15);
    REQUIRE(total.fetches == 12);
    REQUIRE(total.uncounted_passes == 3);
}

TEST_CASE("A pass before any stage is counted under no name") {
    WorkCounter counter;
    run_pass(counter, 1, 1);
    REQUIRE(counter.stages().size() == 1);
    REQUIRE(counter.stages()[0].name.empty());
    REQUIRE(counter.total().passes == 1);
}

} // namespace work_counter_test
