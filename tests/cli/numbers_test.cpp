// Every option of every command reads numbers and lists alike.
#include "outcome.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <regex>

namespace numbers_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A numeric option, with the minimal command line for it.
struct NumberOption {
    Arguments command;
    std::string name;
    std::string number = "1";  ///< a valid value
    std::string power = "2^0"; ///< the same
};

std::vector<NumberOption> number_options() {
    const Arguments compact{"compact", "a.png"}, scan{"scan", "a.npy", "-o", "b.npy"},
        sort{"sort", "a.npy", "-o", "b.npy"}, build{"kdtree", "build", "p.csv", "-o", "t.npz"},
        knn{"kdtree", "knn", "t.npz", "q.csv", "-o", "n.npz"},
        radius{"kdtree", "radius", "t.npz", "q.csv", "-o", "n.npz"}, sweep{"bench", "compact"},
        primitive{"bench", "scan"}, cpu_scan{"bench", "cpu-scan-fig7"}, trees{"bench", "kdtree"},
        compare{"compare", "a.json", "b.json"};
    return {{compact, "--block", "2", "2^1"},
            {compact, "--threshold"},
            {compact, "--reps"},
            {compact, "--gl-device"},
            {scan, "--partition"},
            {scan, "--threads"},
            {scan, "--dilation"},
            {scan, "--reps"},
            {sort, "--reps"},
            {build, "--threads"},
            {build, "--devices"},
            {knn, "-k"},
            {knn, "--radius"},
            {radius, "--radius"},
            {sweep, "--density"},
            {sweep, "--size"},
            {sweep, "--block", "2", "2^1"},
            {{"bench", "compact", "--density", "0.5"}, "--seed"},
            {sweep, "--reps"},
            {sweep, "--min-time"},
            {sweep, "--max-noise"},
            {sweep, "--timeout"},
            {primitive, "--sizes"},
            {cpu_scan, "--sizes"},
            {cpu_scan, "--threads"},
            {trees, "--sizes"},
            {trees, "--dimensions"},
            {trees, "--k"},
            {trees, "--queries"},
            {trees, "--threads"},
            {compare, "--threshold"},
            {{"demo"}, "--reps"},
            {{"verify"}, "--seconds"},
            {{"verify"}, "--seed"},
            {{"verify"}, "--cases"},
            {{"view"}, "--pass"},
            {{"view"}, "--scale"}};
}

Outcome run_with(Arguments command, const std::string& option, const std::string& value) {
    command.insert(command.end(), {option, value});
    return run(command, without_opengl());
}

} // namespace

TEST_CASE("Every option that takes a number refuses what is none, with the bounds") {
    for (const NumberOption& option : number_options()) {
        for (const std::string wrong : {"0x3", "1k"}) {
            INFO(fmt::format("{} {} {}", option.command.front(), option.name, wrong));
            const Outcome outcome = run_with(option.command, option.name, wrong);
            check_refused(outcome, 2, {});
            CHECK(
                std::regex_match(outcome.err, std::regex("scanline: " + option.name + ": '" + wrong +
                                                         "' is not a (whole )?number from \\S+ to \\S+\n")));
        }
    }
}

TEST_CASE("Every option that takes a number takes it as a power of two and with sign and exponent",
          "[repeat]") {
    for (const NumberOption& option : number_options()) {
        for (const std::string& number : {option.power, "+" + option.number + "e0"}) {
            INFO(fmt::format("{} {} {}", option.command.front(), option.name, number));
            // The message reports the next error.
            Arguments command = option.command;
            command.emplace_back("--no-such-option");
            check_refused(run_with(command, option.name, number), 2, {"--no-such-option"});
        }
    }
}

TEST_CASE("A seed is refused where it is negative or does not fit 64 bits") {
    for (const std::string seed : {"-1", "18446744073709551616", "99999999999999999999"}) {
        for (const Arguments& command : {Arguments{"verify"}, {"bench", "compact", "--density", "0.5"}})
            check_refused(run_with(command, "--seed", seed), 2,
                          {"--seed: '" + seed + "'", "whole number from 0 to 18446744073709551615"});
    }
}

TEST_CASE("An empty entry of a list is refused, whatever the list holds") {
    const std::vector<std::pair<Arguments, std::string>> lists{
        {{"bench", "compact"}, "--density"}, {{"bench", "compact"}, "--algorithm"},
        {{"compact", "a.png"}, "--among"},   {{"bench", "kdtree"}, "--points"},
        {{"bench", "scan"}, "--sizes"},      {{"bench", "scan"}, "--peer"}};
    for (const auto& [command, option] : lists) {
        for (const std::string list : {"1,,1", ",1", "1,"})
            check_refused(run_with(command, option, list), 2, {option, "'" + list + "'", "empty entry"});
        check_refused(run_with(command, option, " "), 2, {option, "empty"});
    }
}

TEST_CASE("A list that is given twice is both, with spaces or without") {
    const Outcome outcome = run({"bench", "compact", "--density", "0.5, 1", "--density", "2"});
    check_refused(outcome, 2, {"--density: '2'"});
    check_refused(run({"bench", "compact", "--density", "2", "--density", "1"}), 2, {"--density: '2'"});
}

TEST_CASE("The size of a picture is of two numbers") {
    for (const std::string size : {"0x400x300", "1e3x", "x1e3", "1000x1000x1", "1000X1000", "1000 x 1000"})
        check_refused(run_with({"view", "--screenshot", "x.png"}, "--size", size), 2,
                      {"--size", size, "16384"});
    check_refused(run_with({"view", "--screenshot", "x.png"}, "--size", "1e3x2^10"), 3, {"OpenGL"});
}

TEST_CASE("The bits to sort by are of two numbers") {
    for (const std::string bits : {"0x0:8", "0:", ":8", "8", "8:8", "0:33", "-1:8", "0:8:16", " 0:8"})
        check_refused(run_with({"sort", "a.npy", "-o", "b.npy"}, "--bits", bits), 2, {"--bits " + bits});
    check_refused(run_with({"sort", "a.npy", "-o", "b.npy"}, "--bits", "+0:2^3"), 1, {"a.npy"});
}

TEST_CASE("A flag takes no number") {
    for (const std::string value : {"0x3", "5", "-1"})
        check_refused(run({"tune", "--print", "--cpu=" + value}, without_opengl()), 2, {"cpu", "flag"});
}

} // namespace numbers_test
