#include "compaction_image/model.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::pass_match_test {

namespace {

TraceStep step_of(const char* stage, const char* pass, int number = 0) {
    TraceStep step;
    step.stage = stage;
    step.pass = pass;
    step.step = number;
    return step;
}

const std::vector<TraceStep> doubling{step_of("discriminate", "discriminate"),
                                      step_of("prefix-sum", "doubling", 1),
                                      step_of("prefix-sum", "doubling", 2),
                                      step_of("prefix-sum", "doubling", 3),
                                      step_of("search", "search"),
                                      step_of("concatenation", "clear"),
                                      step_of("concatenation", "concatenate")};
const std::vector<TraceStep> tree{
    step_of("discriminate", "discriminate"), step_of("reduction", "up-sweep", 1),
    step_of("reduction", "up-sweep", 2),     step_of("search", "search"),
    step_of("concatenation", "clear"),       step_of("concatenation", "concatenate")};
const std::vector<TraceStep> blelloch{step_of("discriminate", "discriminate"),
                                      step_of("prefix-sum", "up-sweep", 1),
                                      step_of("prefix-sum", "down-sweep", 1),
                                      step_of("prefix-sum", "down-sweep", 0), step_of("search", "search")};

} // namespace

TEST_CASE("a pass corresponds to the one of its name and step in the same stage") {
    for (int step = 0; step < 7; ++step)
        CHECK(matching_step(doubling, step, doubling) == step);
    CHECK(matching_step(doubling, 4, tree) == 3);
    CHECK(matching_step(doubling, 6, tree) == 5);
    CHECK(matching_step(tree, 3, doubling) == 4);
}

TEST_CASE("of other passes of the same stage the one of the same place corresponds, or the last") {
    CHECK(matching_step(doubling, 1, blelloch) == 1);
    CHECK(matching_step(doubling, 3, blelloch) == 3);
    const std::vector<TraceStep> shorter{doubling[0], step_of("prefix-sum", "up-sweep", 1), doubling[4]};
    CHECK(matching_step(doubling, 3, shorter) == 1);
}

TEST_CASE("where there is no such stage the last pass before it corresponds") {
    CHECK(matching_step(doubling, 2, tree) == 2);
    CHECK(matching_step(doubling, 6, blelloch) == 4);
    CHECK(matching_step(tree, 1, doubling) == 0);
    const std::vector<TraceStep> packed{step_of("pack", "packed-pack"), step_of("search", "search")};
    CHECK(matching_step(doubling, 0, packed) == 0);
}

} // namespace scanline::view::pass_match_test
