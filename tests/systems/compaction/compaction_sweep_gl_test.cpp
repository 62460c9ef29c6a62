#include "scanline/bench/experiment.h"
#include "scanline/core/error.h"
#include "scanline/data/image.h"
#include "scanline/systems/sweep.h"
#include "support/gl_test.h"
#include "support/temporary_folder.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::compaction_sweep_gl_test {

using Catch::Matchers::ContainsSubstring;

namespace {

class SweepTest : public scanline::test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};
    Request request;

    SweepTest() {
        request.machine = &machine;
        request.values["--density"] = {"0.5"};
        request.values["--size"] = {"100"};
        request.values["--algorithm"] = {"bt"};
        request.values["--block"] = {"16"};
    }

    Plan plan() const { return make_plan(find_experiment("compact"), request); }
    AxisValues axes_of_first() const { return plan().groups.at(0).make().variants.at(0).axes; }
    std::string refusal() const {
        try {
            plan();
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    }
};

} // namespace

TEST_CASE_METHOD(SweepTest, "Every part of a request arrives in the variants") {
    request.values["--density"] = {"0.25", "0.5"};
    request.values["--algorithm"] = {"jumping-jack", "rlz"};
    request.values["--prefix-sum"] = {"blelloch"};
    request.values["--run-lengths"] = {"balanced-tree"};
    request.values["--concatenate"] = {"quads", "lines"};
    request.values["--negate"] = {"true"};
    const Plan made = plan();
    REQUIRE(made.groups.size() == 2);
    const Group group = made.groups[1].make();
    CHECK(group.variants.size() == 4);
    CHECK(group.variants[0].items == 100);
    const AxisValues expected{{"density", "0.5"},
                              {"elements", "100"},
                              {"negated", "true"},
                              {"block", "16"},
                              {"algorithm", "rlz"},
                              {"prefix-sum", "blelloch"},
                              {"run-lengths", "balanced-tree"},
                              {"concatenate", "lines"}};
    CHECK(group.variants.back().axes == expected);
}

TEST_CASE_METHOD(SweepTest,
                 "Images are taken as they are or decimated to the sizes, and one stands in for none") {
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "hand.png";
    data::write_png(path.string(), data::Image(20, 10, 1, 255));
    request.values["--density"].clear();
    request.values["--size"].clear();
    request.values["IMAGE"] = {path.string()};
    CHECK(plan().groups.at(0).make().variants.at(0).items == 200);
    request.values["--size"] = {"200", "50"};
    REQUIRE(plan().groups.size() == 2);
    CHECK(plan().groups[1].make().variants.at(0).items == 50);

    request.values["IMAGE"].clear();
    request.context.lend<MasksFolder>([&] { return MasksFolder{folder.path()}; });
    CHECK(axes_of_first().front() == AxisValue("image", path.string()));
}

TEST_CASE_METHOD(SweepTest, "Another seed makes another stream") {
    const auto bytes = [this](const char* seed) {
        request.values["--size"] = {"10000"};
        request.values["--seed"] = {seed};
        return plan().groups.at(0).make().variants.at(0).bytes;
    };
    CHECK(bytes("1") == bytes("1"));
    CHECK(bytes("1") != bytes("2"));
}

TEST_CASE_METHOD(SweepTest, "Axes that contradict each other, and images that are not there, are refused") {
    request.values["IMAGE"] = {"a.png"};
    CHECK_THAT(refusal(), ContainsSubstring("give one of them"));
    request.values["--density"].clear();
    CHECK_THAT(refusal(), ContainsSubstring("a.png"));
}

} // namespace scanline::systems::compaction_sweep_gl_test
