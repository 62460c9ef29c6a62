#include "outcome.h"

#include <catch2/catch_all.hpp>

namespace usage_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("A command without the subcommand that it needs says so") {
    check_refused(run({"bench"}), 2, {"subcommand", "--help"});
}

TEST_CASE("An unknown subcommand or option is named") {
    check_refused(run({"compakt"}), 2, {"compakt", "--help"});
    check_refused(run({"--fast"}), 2, {"--fast", "--help"});
    check_refused(run({"bench", "fig77"}), 2, {"fig77", "--help"});
    check_refused(run({"list", "--fast"}), 2, {"--fast", "--help"});
    check_refused(run({"list", "horn"}), 2, {"horn", "--help"});
    check_refused(run({"compact", "a.png", "--fast"}), 2, {"--fast", "--help"});
    check_refused(run({"verify", "--fast"}), 2, {"--fast", "--help"});
    check_refused(run({"tune", "--fast"}), 2, {"--fast", "--help"});
}

TEST_CASE("A mistyped option or subcommand is answered with the nearest, and a strange one is not") {
    check_refused(run({"compact", "a.png", "--treshold", "3"}), 2,
                  {"compact has no option --treshold: did you mean --threshold?", "--help"});
    check_refused(run({"compact", "a.png", "--treshold=3"}), 2, {"did you mean --threshold?"});
    check_refused(run({"compakt"}), 2, {"did you mean compact?"});
    check_refused(run({"kdtree", "biuld"}), 2, {"did you mean build?"});
    CHECK(run({"list", "--fast"}).err.find("did you mean") == std::string::npos);
}

TEST_CASE("A value that is missing is named") {
    check_refused(run({"compact"}), 2, {"IMAGE"});
    check_refused(run({"compact", "a.png", "--block"}), 2, {"--block"});
    check_refused(run({"verify", "--seed"}), 2, {"--seed"});
}

TEST_CASE("Help names every subcommand and the exit codes") {
    const std::string text = run_well({"--help"});
    for (const std::string name :
         {"view", "compact", "scan", "sort", "kdtree", "skyline", "cube", "generate", "demo", "bench",
          "compare", "tune", "verify", "info", "list", "--version", "Exit codes"})
        CHECK_THAT(text, ContainsSubstring(name));
}

TEST_CASE("Help of a subcommand names every option") {
    const std::vector<std::pair<Arguments, std::vector<std::string>>> commands{
        {{"view"},
         {"FILE", "--scene", "--set", "--pass", "--screenshot", "--animation", "--animation-seconds",
          "--present", "--size", "--scale", "--theme", "--masks", "--gl-device"}},
        {{"compact"},
         {"IMAGE", "--backend", "--algorithm", "--block", "--prefix-sum", "--concatenate", "--adapt",
          "--among", "--threshold", "--negate", "--emit", "--output", "--format", "--reps", "--gl-device"}},
        {{"scan"},
         {"FILE", "--output", "--backend", "--tier", "--op", "--exclusive", "--algorithm", "--partition",
          "--reps", "--gl-device"}},
        {{"sort"},
         {"FILE", "--output", "--backend", "--tier", "--descending", "--positions", "--bits", "--reps",
          "--gl-device"}},
        {{"kdtree"}, {"build", "verify"}},
        {{"kdtree", "build"}, {"POINTS", ".ply", ".tsv", ".npz", ".gz", "--output", "--threads", "--reps"}},
        {{"kdtree", "verify"}, {"TREE", "--points"}},
        {{"skyline"},
         {"DATA", "--output", "--max", "--min", "--ignore", "--diff", "--where", "--epsilon", "--keep",
          "--nan", "--layers", "--emit", "--algorithm", "--threads", "--stats", "--format"}},
        {{"cube"}, {"build", "update", "query", "rollup", "rows", "export", "info"}},
        {{"cube", "build"},
         {"DATA", "--output", "--dims", "--measures", "--path", "--bin", "--threads", "--stats"}},
        {{"cube", "query"}, {"CUBE", "QUERY", "--batch", "--output", "--threads", "--stats", "--format"}},
        {{"cube", "rollup"}, {"CUBE", "--dims", "--sets", "--having"}},
        {{"generate"}, {"skyline", "cube"}},
        {{"generate", "cube"}, {"SIZE", "--zipf", "--seed", "--output"}},
        {{"generate", "skyline"}, {"--kind", "-n", "-d", "--seed", "--output"}},
        {{"demo"}, {"--masks", "--output", "--reps", "--gl-device"}},
        {{"bench"}, {"compact"}},
        {{"bench", "compact"}, {"IMAGE", "--algorithm", "--block", "--format", "--reps", "--gl-device"}},
        {{"compare"}, {"BEFORE", "AFTER", "--threshold", "--format"}},
        {{"tune"}, {"--quick", "--print", "--cpu", "--gl-device"}},
        {{"verify"}, {"--seconds", "--seed", "--cases", "--gl-device"}},
        {{"info"}, {"--format", "--gl-device"}},
        {{"list"}, {"--format"}}};
    for (auto [arguments, options] : commands) {
        arguments.emplace_back("--help");
        const std::string text = run_well(arguments);
        for (const std::string& option : options)
            CHECK_THAT(text, ContainsSubstring(option));
    }
}

TEST_CASE("The version is one line") {
    const std::string text = run_well({"--version"});
    CHECK(lines_of(text).size() == 1);
    CHECK_THAT(text, StartsWith("scanline ") && ContainsSubstring("."));
}

TEST_CASE("Help and version that cannot be written are failures") {
    Setting setting;
    setting.output = GENERATE(Output::full, Output::closed);
    for (const Arguments& arguments : {Arguments{"--help"}, {"--version"}, {"compact", "--help"}}) {
        INFO(arguments.back());
        check_message(run(arguments, setting), 1, {"standard output"});
    }
}

} // namespace usage_test
