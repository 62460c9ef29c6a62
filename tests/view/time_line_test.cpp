#include "scenes/compaction/time_line.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::time_line_test {

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

TEST_CASE("one run lies on its line pass by pass, behind the input") {
    const TimeLine line(doubling, {});
    REQUIRE(line.count() == 8);
    CHECK_FALSE(line.at(0).steps[0]);
    for (int step = 0; step < 7; ++step) {
        CHECK(line.at(step + 1).steps[0] == step);
        CHECK_FALSE(line.at(step + 1).steps[1]);
        CHECK(line.position_of(step, false) == step + 1);
    }
    CHECK(line.text(0) == "input");
    CHECK(line.text(1) == "discriminate");
    CHECK(line.text(3) == "prefix-sum, pass 2 of 3");
}

TEST_CASE("two runs meet in their stages, and each waits where the other has more passes") {
    const TimeLine line(doubling, tree);
    // input, discriminate, reduction of B, prefix sums of A, search, clear, concatenate
    REQUIRE(line.count() == 1 + 1 + 2 + 3 + 1 + 2);
    const std::vector<std::array<int, 2>> steps{{-1, -1}, {0, 0}, {0, 1}, {0, 2}, {1, 2},
                                                {2, 2},   {3, 2}, {4, 3}, {5, 4}, {6, 5}};
    for (int position = 0; position < line.count(); ++position) {
        CAPTURE(position);
        CHECK(line.at(position).steps[0].value_or(-1) == steps[static_cast<std::size_t>(position)][0]);
        CHECK(line.at(position).steps[1].value_or(-1) == steps[static_cast<std::size_t>(position)][1]);
    }
    CHECK(line.stage_at(3).name == "reduction");
    CHECK(line.stage_at(3).passes == std::array{0, 2});
    CHECK(line.position_of(3, true) == 7);
}

TEST_CASE("a run whose first stage comes later has run nothing before it") {
    const std::vector<TraceStep> packed{step_of("pack", "packed-pack"), step_of("search", "search")};
    const TimeLine line(doubling, packed);
    CHECK(line.at(1).steps[0] == 0);
    CHECK_FALSE(line.at(1).steps[1]);
    CHECK(line.at(2).steps[1] == 0);
}

TEST_CASE("on another line the same pass of the stage corresponds, its last one, or the last before it") {
    const TimeLine of_doubling(doubling, {}), of_tree(tree, {}), of_blelloch(blelloch, {});
    for (int position = 0; position < of_doubling.count(); ++position)
        CHECK(of_doubling.matching(of_doubling, position) == position);
    CHECK(of_tree.matching(of_doubling, 5) == 4); // the search
    CHECK(of_tree.matching(of_doubling, 7) == 6);
    CHECK(of_blelloch.matching(of_doubling, 4) == 4);
    CHECK(of_tree.matching(of_doubling, 2) == 3); // no prefix sums: the tree is done
    CHECK(of_blelloch.matching(of_doubling, 7) == 5);
    CHECK(of_doubling.matching(of_tree, 2) == 1);
}

} // namespace scanline::view::compaction::time_line_test
