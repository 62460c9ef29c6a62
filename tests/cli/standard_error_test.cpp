// Messages: destination and contents.
#include "arrays.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/bench/report.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace standard_error_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using data::test::get;
using data::test::put;

namespace fs = std::filesystem;

namespace {

Setting with_errors(Output errors, Setting setting = without_opengl()) {
    setting.errors = errors;
    return setting;
}

/// Checks for one line of readable length without terminal escapes.
void check_harmless(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts) {
    CHECK(outcome.exit_code == exit_code);
    CHECK(lines_of(outcome.err).size() == 1);
    CHECK(outcome.err.size() < 1000);
    CHECK(std::ranges::all_of(outcome.err, [](char c) { return c == '\n' || (c >= ' ' && c < '\x7f'); }));
    for (const std::string& part : parts)
        CHECK_THAT(outcome.err, ContainsSubstring(part));
}

const std::string hostile = "a\x1b[2J\n\xff", escaped = R"(a\x1b[2J\n\xff)";

} // namespace

TEST_CASE("Commands that work on files say what their time went into, if they are asked") {
    const TemporaryFolder folder;
    put(folder / "points.csv", "x,y\n2,3\n5,4\n9,6\n");
    const std::string points = (folder / "points.csv").string(), tree = (folder / "tree.npz").string(),
                      array = put_array(folder / "a.npy", std::vector<float>(3));
    for (const Arguments& command :
         {Arguments{"sort", array, "-o", array}, Arguments{"kdtree", "build", points, "-o", tree},
          Arguments{"skyline", points, "-o", (folder / "s.csv").string()}}) {
        Arguments with_stats = command;
        with_stats.push_back("--stats");
        const Outcome outcome = run(with_stats, without_opengl());
        CHECK(outcome.exit_code == 0);
        CHECK_THAT(outcome.err, ContainsSubstring("time: 0.") && ContainsSubstring(" s: start 0."));
        CHECK_THAT(run(command, without_opengl()).err, !ContainsSubstring("time: "));
    }
}

TEST_CASE("The exit code is right where no message can be written") {
    const TemporaryFolder folder;
    const Output errors = GENERATE(Output::full, Output::closed);
    const Setting setting = with_errors(errors);
    put(folder / "points.csv", "x,y\n2,3\n5,4\n9,6\n");
    put(folder / "others.csv", "x,y\n2,3\n5,4\n9,7\n");
    const std::string points = (folder / "points.csv").string(), tree = (folder / "tree.npz").string(),
                      array = put_array(folder / "a.npy", std::vector<float>(3));
    CHECK(run({"kdtree", "build", points, "-o", tree}, setting).exit_code == 0);
    CHECK(run({"scan", (folder / "none.npy").string(), "-o", array}, setting).exit_code == 1);
    CHECK(run({"scan", array, "-o", (folder / "none" / "a.npy").string()}, setting).exit_code == 1);
    CHECK(run({"scan", array, "-o", array, "--reps", "0x3"}, setting).exit_code == 2);
    CHECK(run({"scan", "--no-such-option"}, setting).exit_code == 2);
    CHECK(run({"scun"}, setting).exit_code == 2);
    CHECK(run({"scan", array, "-o", array, "--backend", "compute"}, setting).exit_code == 3);
    CHECK(run({"kdtree", "verify", tree, "--points", (folder / "others.csv").string()}, setting).exit_code ==
          4);
    CHECK(run({"--version"}, setting).exit_code == 0);
}

TEST_CASE("A note that cannot be written takes nothing from the result") {
    const TemporaryFolder folder;
    bench::Results results;
    results.experiment = "fig8";
    results.complete = false;
    put(folder / "a.json", report_json(results));
    const std::string report = (folder / "a.json").string();
    const Outcome noted = run({"compare", report, report});
    CHECK_THAT(noted.err, ContainsSubstring("note: the run"));
    for (const Output errors : {Output::full, Output::closed}) {
        const Outcome outcome = run({"compare", report, report}, with_errors(errors));
        CHECK(outcome.exit_code == 0);
        CHECK(outcome.out == noted.out);
    }
}

TEST_CASE("What a user gave is quoted without control characters, and in part where it is long") {
    const TemporaryFolder folder;
    const std::string array = put_array(folder / "a.npy", std::vector<float>(3));
    const Arguments scan{"scan", array, "-o", array};
    const auto with = [&scan](const std::string& option, const std::string& value) {
        Arguments arguments = scan;
        arguments.insert(arguments.end(), {option, value});
        return run(arguments, without_opengl());
    };
    for (const std::string option : {"--reps", "--op", "--backend", "--tier", "--algorithm"}) {
        INFO(option);
        check_harmless(with(option, hostile), 2, {escaped});
        CHECK(with(option, std::string(100'000, 'x')).err.size() < 700);
    }
    check_harmless(run({"--" + hostile}), 2, {escaped});
    check_harmless(run({hostile}), 2, {escaped});
    check_harmless(run({"list", "--format", hostile}), 2, {escaped});
    check_harmless(run({"bench", "kdtree", "--points", hostile}), 2, {escaped});
    check_harmless(run({"view", "--set", hostile}), 2, {escaped});
    check_harmless(run({"view", "--size", hostile}), 2, {escaped});
    check_harmless(run({"compact", (folder / (hostile + ".png")).string()}), 1, {escaped, "no such file"});
    check_harmless(run({"scan", array, "-o", (folder / hostile / "b.npy").string()}), 1,
                   {escaped, "there is no folder"});
    check_harmless(run({"scan", array, "-o", (folder / (hostile + ".csv")).string()}), 2, {escaped, ".npy"});
}

TEST_CASE("What a file holds is quoted without control characters, and in part where it is long") {
    const TemporaryFolder folder;
    const std::string output = (folder / "out.npz").string();
    const auto build = [&](const std::string& name, const std::string& text) {
        return run({"kdtree", "build", put(folder / name, text).string(), "-o", output, "--backend", "cpu"});
    };
    check_harmless(build("field.csv", "x,y\n1,2\n3,a\x1b[2J\xff\n"), 1, {R"(a\x1b[2J\xff)"});
    check_harmless(build("column.csv", "x\x1b[2J,y\nnan,2\n"), 1, {R"(x\x1b[2J)"});
    check_harmless(build("long.csv", "x,y\n1," + std::string(100'000, 'z') + "\n"), 1, {"zzz..."});

    put_array(folder / "a.npy", std::vector<float>(3));
    std::string array = get(folder / "a.npy");
    array.replace(array.find("<f4"), 3, "<\x1b\xff");
    put(folder / "a.npy", array);
    check_harmless(build("b.npy", array), 1, {R"('<\x1b\xff')"});
}

} // namespace standard_error_test
