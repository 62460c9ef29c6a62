// How the commands are told what the text of a table looks like.
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"

#include <array>
#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace table_options_test {

using namespace scanline;
using namespace scanline::test;
using data::test::put;

namespace {

/// A shell gives the program its standard input.
Outcome shell(const std::string& arguments) {
    Setting setting = without_opengl();
    setting.program = "/bin/sh";
    return run({"-c", fmt::format("'{}' {}", SCANLINE_PROGRAM, arguments)}, setting);
}

} // namespace

TEST_CASE("Options decide where a first line and its separators leave a choice") {
    const TemporaryFolder folder;
    const std::string years = put(folder / "years.csv", "region,2023,2024\nEMEA,10,20\nAPAC,5,6\n").string();
    const auto skyline = [&](const Arguments& more) {
        Arguments arguments{"skyline", years, "--min", "2024"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, without_opengl());
    };
    check_refused(skyline({}), 1,
                  {"line 1: it has names and numbers", "--header (names) or --no-header (a row)"});
    CHECK(skyline({"--header"}).out == "region,2023,2024\nAPAC,5,6\n");
    check_refused(skyline({"--no-header"}), 2, {"--min 2024: ", "has no such column: it has 0 to 2"});
    check_refused(skyline({"--header", "--no-header"}), 2, {"--header", "--no-header"});
    check_refused(skyline({"--separator", "5"}), 2, {"--separator 5 is no separator: give one character"});
    const std::string cube = (folder / "a.cube").string();
    put(folder / "a.csv", "\"a,b\"|c;d\n1|2\n");
    run_well({"cube", "build", (folder / "a.csv").string(), "-o", cube, "--separator", "pipe", "--dims",
              "\"a,b\"", "--measures", "c;d:sum"},
             without_opengl());
    CHECK(run_well({"cube", "rollup", cube, "--dims", "\"a,b\""}, without_opengl()).find("1,2\n") !=
          std::string::npos);
    put(folder / "more.csv", "a,b~c;d\n1~5\n");
    run_well({"cube", "update", cube, (folder / "more.csv").string(), "--separator", "~"}, without_opengl());
}

TEST_CASE("A dash is standard input") {
    const TemporaryFolder folder;
    const auto in = [&](const char* name) { return " < '" + (folder / name).string() + "'"; };
    put(folder / "a.csv", "x;y\n1;2\n3;1\n4;4\n");
    CHECK(shell("skyline -" + in("a.csv")).out == "x;y\n1;2\n3;1\n");
    const std::array<float, 2> numbers{2, 1};
    data::write_npy(folder / "a.npy", data::make_npy<float>(numbers, {2, 1}));
    CHECK(shell("skyline -" + in("a.npy")).out == "id\n1\n");
    put(folder / "none.csv", "");
    check_refused(shell("skyline -" + in("none.csv")), 1, {"cannot read standard input: it has no lines"});
    check_refused(shell("skyline - --min z" + in("a.csv")), 2, {"standard input has no such column"});
    check_refused(shell("skyline - --add -" + in("a.csv")), 2,
                  {"DATA and --add are both standard input: give one of them a file"});
}

} // namespace table_options_test
