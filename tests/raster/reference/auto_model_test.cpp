// The choices of auto, with synthetic models whose answers can be computed by hand.
#include "scanline/core/error.h"
#include "scanline/raster/auto_compaction.h"

#include <catch2/catch_all.hpp>
#include <vector>

namespace scanline::raster::auto_model_test {

namespace {

constexpr std::int64_t million = 1'000'000;
constexpr CompactionChoice sparse{Algorithm::bt, 128}, dense{Algorithm::horn, 512}, slow{Algorithm::packed};

/// For a million elements: 0.1 to 0.5 ms by density; always 0.3 ms; always 1 ms.
AutoModel crossing(double survey_milliseconds) {
    return {{{dense, 0.1, 2e-7, 0, 0}, {slow, 1, 0, 0, 0}, {sparse, 0.1, 0, 4e-7, 0}}, survey_milliseconds};
}

const std::vector<Algorithm> everything(enumerators<Algorithm>.begin(), enumerators<Algorithm>.end());

AutoPlan plan_of(const AutoModel& model, int largest_block = 4096, std::int64_t elements = million) {
    return make_auto_plan(model, elements, everything, largest_block);
}

std::vector<CompactionChoice> choices_of(const AutoPlan& plan) {
    std::vector<CompactionChoice> choices;
    for (const CompactionCost& cost : plan.costs)
        choices.push_back(cost.choice);
    return choices;
}
using Choices = std::vector<CompactionChoice>;

CompactionOptions options_with(const AutoModel& model, Adaption adaption) {
    CompactionOptions options;
    options.algorithm = Algorithm::automatic;
    options.automatic.adaption = adaption;
    options.automatic.among = everything;
    options.automatic.model = std::make_shared<const AutoModel>(model);
    return options;
}

template <class Call>
void check_usage_error(Call call, const std::string& text) {
    try {
        call();
        FAIL_CHECK("no error");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        CHECK(std::string(error.what()) == text);
    }
}

const std::string nothing =
    "auto: no cost model for the allowed algorithms; allow others, or run scanline tune";

} // namespace

TEST_CASE("A cost is a fixed part and parts for elements, survivors and changes, and never nothing") {
    const CompactionCost cost{sparse, 1, 0.001, 0.01, 0.1};
    CHECK(cost.milliseconds(1000, {0.5, 0.25}) == Catch::Approx(1 + 1 + 5 + 25));
    CHECK(cost.milliseconds(1000, {0, 0}) == Catch::Approx(2));
    CHECK(cost.milliseconds(0, {1, 1}) == Catch::Approx(1));
    CHECK(CompactionCost{sparse, -1, 0, 0, 0}.milliseconds(1000, {}) == 1e-6);
}

TEST_CASE("Where a look at the stream pays, those that win somewhere are chosen from, the safest first") {
    // At worst, without a survey 0.5 ms instead of 0.3; with one 0.16 instead of 0.1.
    const AutoPlan plan = plan_of(crossing(0.06));
    CHECK(plan.survey);
    CHECK(choices_of(plan) == Choices{sparse, dense});
    CHECK(plan.best(million, {0, 0}).choice == sparse);
    CHECK(plan.best(million, {0.49, 0}).choice == sparse);
    CHECK(plan.best(million, {0.51, 0}).choice == dense);
    CHECK(plan.best(million, {1, 0}).choice == dense);
}

TEST_CASE("Where a look at the stream costs more than it can save, the one that loses least stays") {
    const AutoPlan plan = plan_of(crossing(0.07));
    CHECK_FALSE(plan.survey);
    CHECK(choices_of(plan) == Choices{sparse});
    CHECK(plan.best(million, {1, 0}).choice == sparse);
    // Streams so small that all choices cost the same.
    CHECK_FALSE(plan_of(crossing(0.06), 4096, 1000).survey);
    // Changes count as well: the winner for all densities loses for noise.
    const AutoModel changes{{{sparse, 0.1, 0, 0, 1e-5}, {dense, 0.2, 0, 0, 0}}, 0.01};
    CHECK(choices_of(plan_of(changes)) == Choices{dense, sparse});
}

TEST_CASE("What is never the fastest is not chosen from, and one choice needs no look") {
    const AutoPlan plan = plan_of({{{slow, 1, 0, 0, 0}, {dense, 0.1, 1e-7, 0, 0}}, 0});
    CHECK_FALSE(plan.survey);
    CHECK(choices_of(plan) == Choices{dense});
}

TEST_CASE("Only what is allowed is chosen from, and nothing at all is a usage error") {
    CHECK(choices_of(make_auto_plan(crossing(0.06), million, std::vector{Algorithm::horn}, 4096)) ==
          Choices{dense});
    check_usage_error([] { make_auto_plan(crossing(0.06), million, std::vector{Algorithm::jj}, 4096); },
                      nothing);
    check_usage_error([] { make_auto_plan({}, million, everything, 4096); }, nothing);
}

TEST_CASE("Blocks that do not fit into a row become as large as it, once") {
    CHECK(choices_of(plan_of(crossing(0.06), 64)) == Choices{{Algorithm::bt, 64}, {Algorithm::horn, 64}});
    CHECK(choices_of(plan_of(crossing(0.06), 128)) == Choices{sparse, {Algorithm::horn, 128}});
    // The smaller block is the nearer one, in any position.
    const AutoModel model{{{{Algorithm::bt, 512}, 0.1, 0, 4e-7, 0},
                           {{Algorithm::bt, 128}, 0.1, 0, 2e-7, 0},
                           {{Algorithm::bt, 32}, 0.2, 0, 0, 0}},
                          0};
    const AutoPlan plan = plan_of(model, 64);
    CHECK(plan.costs == std::vector<CompactionCost>{{{Algorithm::bt, 64}, 0.1, 0, 2e-7, 0},
                                                    {{Algorithm::bt, 32}, 0.2, 0, 0, 0}});
}

TEST_CASE("Auto may choose from all that keep the order, or from those of its options") {
    CHECK(auto_candidates({}) == std::vector{Algorithm::horn, Algorithm::rlz, Algorithm::bt,
                                             Algorithm::horn_unblocked, Algorithm::packed});
    const std::vector some{Algorithm::jj, Algorithm::packed};
    AutoOptions options;
    options.among = some;
    CHECK(auto_candidates(options) == some);
}

TEST_CASE("A look at the stream before is not waited for, so that its cost does not count") {
    const StreamLayout layout = make_stream_layout(million, 256, 16384);
    CHECK_FALSE(auto_plan(layout, options_with(crossing(100), Adaption::global)).survey);
    CHECK_FALSE(auto_plan(layout, options_with(crossing(100), Adaption::regional)).survey);
    CHECK(auto_plan(layout, options_with(crossing(100), Adaption::temporal)).survey);
}

TEST_CASE("With era limits no block is chosen that they forbid") {
    const StreamLayout layout = make_stream_layout(million, 256, 16384);
    const AutoModel model{{{{Algorithm::jj, 512}, 0.1, 0, 0, 0}, {{Algorithm::jj, 256}, 0.2, 0, 0, 0}}, 0};
    CompactionOptions options = options_with(model, Adaption::global);
    CHECK(choices_of(auto_plan(layout, options)) == Choices{{Algorithm::jj, 512}});
    options.sm3_limits = true;
    CHECK(choices_of(auto_plan(layout, options)) == Choices{{Algorithm::jj, 256}});
}

TEST_CASE("The shipped model takes packed at once") {
    CompactionOptions options;
    options.algorithm = Algorithm::automatic;
    for (const std::int64_t size : {std::int64_t{0}, std::int64_t{1000}, million, max_stream_size}) {
        CAPTURE(size);
        const StreamLayout layout = make_stream_layout(size, 256, 16384);
        for (const Adaption adaption : enumerators<Adaption>) {
            CAPTURE(to_string(adaption));
            options.automatic.adaption = adaption;
            const AutoPlan plan = auto_plan(layout, options);
            CHECK_FALSE(plan.survey);
            CHECK(choices_of(plan) == Choices{slow});
        }
    }
}

} // namespace scanline::raster::auto_model_test
