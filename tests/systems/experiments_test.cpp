#include "scanline/bench/experiment.h"
#include "systems/find_experiment.h"

#include "scanline/core/error.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

#include <set>

namespace scanline::systems::experiments_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("Every experiment has a name of its own, and every figure and table of the paper is one") {
    std::set<std::string_view> names;
    for (const Experiment& experiment : all_experiments()) {
        names.insert(experiment.name);
        CHECK(&find_experiment(experiment.name) == &experiment);
        CHECK_FALSE(experiment.title.empty());
    }
    CHECK(names.size() == systems::experiments_of(systems::all()).size());
    for (const char* name : {"fig7", "fig8", "fig9", "fig10", "table1", "prefix-crossover", "concatenation",
                             "scaling", "adaptions"})
        CHECK(names.contains(name));
}

TEST_CASE("An experiment that does not exist is refused with those that do") {
    try {
        find_experiment("fig6");
        FAIL("fig6 was found");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        CHECK_THAT(error.what(), ContainsSubstring("fig6") && ContainsSubstring("fig7, fig8") &&
                                     ContainsSubstring("scaling"));
    }
}

TEST_CASE("The values of a request are checked by the axes, whose defaults stand where nothing is given") {
    const auto refusal = [](const char* name, const char* option, std::vector<std::string> values) {
        Request request;
        request.values[option] = std::move(values);
        try {
            make_plan(find_experiment(name), request);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    CHECK_THAT(refusal("kdtree", "--sizes", {"1", "0"}), ContainsSubstring("--sizes: '0' is not a whole"));
    CHECK_THAT(refusal("kdtree", "--points", {"everywhere"}),
               ContainsSubstring("--points everywhere is none"));
    CHECK_THAT(refusal("compact", "--density", {"1.5"}), ContainsSubstring("--density: '1.5' is not a"));
    CHECK_THAT(refusal("compact", "--block", {"3"}), ContainsSubstring("3"));
    CHECK_THAT(refusal("compact", "--algorithm", {"quick"}),
               ContainsSubstring("quick") && ContainsSubstring("horn"));
    CHECK_THAT(refusal("scan", "--variant", {"quick"}), ContainsSubstring("quick"));
    CHECK_THAT(refusal("fig8", "--sizes", {"1"}), ContainsSubstring("fig8 has no axis --sizes"));
    CHECK(default_request(find_experiment("scan")).names("--variant") == std::vector<std::string>{"auto"});
}

TEST_CASE("Of a run without rows every experiment tells no claim, and draws and sums up without failing") {
    for (const Experiment& experiment : all_experiments()) {
        INFO(experiment.name);
        CHECK_NOTHROW(default_request(experiment));
        const Results results = made_up(std::string(experiment.name));
        const std::vector<Claim> claims =
            experiment.claims ? experiment.claims(results) : std::vector<Claim>();
        for (const Claim& one : claims) {
            INFO(one.claim);
            CHECK_FALSE(one.holds.has_value());
            CHECK_FALSE(one.evidence.empty());
        }
        CHECK_NOTHROW(experiment.figures(results));
        if (experiment.summary)
            CHECK_NOTHROW(experiment.summary(results));
    }
}

TEST_CASE("An interrupted run tells no claim, whatever its rows say so far") {
    Results results = made_up("scaling");
    for (const int size : {1 << 20, 1 << 22}) {
        for (const std::string& algorithm : paper_four)
            add_row(results, {{"elements", std::to_string(size)}, {"algorithm", algorithm}}, size);
    }
    CHECK(claim(results, "linear").holds == true);
    results.complete = false;
    const Claim told = claim(results, "linear");
    CHECK_FALSE(told.holds.has_value());
    CHECK_THAT(told.evidence, ContainsSubstring("interrupted") && ContainsSubstring("+0.0 % at 1M"));
}

TEST_CASE("Claims are a table with what they came to and why") {
    const std::vector<Claim> claims{{"water is wet", true, "seen"},
                                    {"the moon is cheese", false, "a | b"},
                                    {"there is life on Mars", {}, "not measured: Mars"}};
    CHECK(claims_markdown(claims) == "| holds here | claim                 | evidence           |\n"
                                     "| ---------- | --------------------- | ------------------ |\n"
                                     "| yes        | water is wet          | seen               |\n"
                                     "| no         | the moon is cheese    | a \\| b             |\n"
                                     "| undecided  | there is life on Mars | not measured: Mars |\n");
}

} // namespace scanline::systems::experiments_test
