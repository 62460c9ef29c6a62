// Completion of words, standard output for files, and silence: what a shell is used with.
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace shell_test {

using namespace scanline;
using namespace scanline::test;
using data::test::put;

namespace {

/// The words without what they mean.
std::vector<std::string> offered(Arguments words) {
    words.insert(words.begin(), {"completion", "--words"});
    std::vector<std::string> offers = lines_of(run_well(words, without_opengl()));
    for (std::string& offer : offers)
        offer.resize(std::min(offer.find('\t'), offer.size()));
    return offers;
}

Outcome bash(const std::string& script) {
    Setting setting = without_opengl();
    setting.program = "/bin/bash";
    return run({"--norc", "-c", fmt::format("scanline() {{ '{}' \"$@\"; }}\n{}", SCANLINE_PROGRAM, script)},
               setting);
}

} // namespace

TEST_CASE("Words are completed to commands, options and what these take") {
    using Words = std::vector<std::string>;
    CHECK(offered({"so"}) == Words{"sort"});
    CHECK(offered({"kdtree", ""}) == Words{"build", "verify", "knn", "radius", "box"});
    CHECK(offered({"scan", "--op", ""}) == Words{"sum", "min", "max"});
    CHECK(offered({"scan", "--op=m"}) == Words{"--op=min", "--op=max"});
    CHECK(offered({"scan", "--exclusive", "--op", "s"}) == Words{"sum"});
    CHECK(offered({"sort", "a.npy", "--pos"}) == Words{"--positions"});
    CHECK(offered({"sort", ""}) == Words{"<files>"});
    CHECK(offered({"sort", "--reps", ""}).empty());
    CHECK(offered({"sort", "--reps", "3", ""}) == Words{"<files>"});
    CHECK(offered({"compact", "--among", "jj,b"}) == Words{"jj,bt"});
    CHECK(offered({"bench", "fig1"}) == Words{"fig10"});
    CHECK(offered({"view", "--scene", "cu"}) == Words{"cube"});
    CHECK(offered({"completion", ""}) == Words{"bash", "zsh", "fish"});
    CHECK(offered({"nothing", "x"}).empty());
    check_refused(run({"completion", "tcsh"}, without_opengl()), 2, {"tcsh", "bash, zsh, fish"});
}

TEST_CASE("Names of columns are completed from the file on the command line") {
    using Words = std::vector<std::string>;
    const TemporaryFolder folder;
    const std::string table = put(folder / "a.csv", "city;price\nOslo;3\n").string(),
                      cube = (folder / "a.cube").string();
    CHECK(offered({"skyline", table, "--max", ""}) == Words{"city", "price"});
    CHECK(offered({"cube", "build", table, "--dims", "city,"}) == Words{"city,price"});
    CHECK(offered({"skyline", "gone.csv", "--max", ""}).empty());
    run_well({"cube", "build", table, "-q", "-o", cube, "--dims", "city,price"}, without_opengl());
    CHECK(offered({"cube", "query", cube, "city=Oslo,"}) == Words{"city=Oslo,price="});
    CHECK(offered({"cube", "query", table, ""}).empty());
}

TEST_CASE("The script for bash gives it the words, also behind = and :") {
    const auto reply = [](const std::string& words, int last) {
        return bash(fmt::format(". <(scanline completion bash); COMP_WORDS=({}); COMP_CWORD={}; _scanline; "
                                "printf '%s|' \"${{COMPREPLY[@]}}\"",
                                words, last))
            .out;
    };
    CHECK(reply("scanline so", 1) == "sort|");
    CHECK(reply("scanline scan --op = m", 4) == "min|max|");
    CHECK(reply("scanline scan --op =", 3) == "sum|min|max|");
    const TemporaryFolder folder;
    put(folder / "two words.npy", "");
    CHECK(reply(fmt::format("scanline sort '{}/tw'", folder.path().string()), 2) ==
          folder.path().string() + "/two words.npy|");
}

TEST_CASE("A result can go to standard output, and the report beside it") {
    const TemporaryFolder folder;
    const std::string array = (folder / "a.npy").string();
    data::write_npy(array, data::make_npy<std::int32_t>(std::vector<std::int32_t>{3, 1, 2}, {3}));
    const Outcome sorted = run({"sort", array, "-o", "-"}, without_opengl());
    CHECK(sorted.exit_code == 0);
    run_well({"sort", array, "-o", (folder / "b.npy").string()}, without_opengl());
    CHECK(sorted.out == data::test::get(folder / "b.npy"));
    CHECK_THAT(sorted.err, Catch::Matchers::StartsWith("sort of 3 int32"));
    CHECK_THAT(run_well({"generate", "skyline", "-q", "-n", "2", "-d", "2", "-o", "-"}, without_opengl()),
               Catch::Matchers::StartsWith("x0,x1\n"));
    put(folder / "t.csv", "city\nOslo\nOslo\n");
    CHECK(bash(fmt::format(
                   "scanline cube build '{0}/t.csv' --dims city -o - 2>/dev/null | scanline cube query - "
                   "'city=*' 2>/dev/null",
                   folder.path().string()))
              .out == "city,count\nOslo,2\n");
    CHECK(
        bash(
            fmt::format(
                "scanline cube build - --dims city -q -o - < '{0}/t.csv' | scanline cube query - 'city=*' -q",
                folder.path().string()))
            .out == "city,count\nOslo,2\n");
    check_refused(run({"sort", array, "-o", "-", "--positions", "-"}, without_opengl()), 2,
                  {"--output", "--positions", "file of its own"});
    check_refused(run({"cube", "update", "-", array}, without_opengl()), 2,
                  {"CUBE", "standard output", "name a file"});
}

TEST_CASE("A quiet command says nothing but errors") {
    const TemporaryFolder folder;
    const std::string array = (folder / "a.npy").string();
    data::write_npy(array, data::make_npy<std::int32_t>(std::vector<std::int32_t>{3, 1, 2}, {3}));
    CHECK(run_well({"sort", array, "--quiet", "-o", array}, without_opengl()).empty());
    // Without it, a remark names the column that is left out.
    const std::string table = put(folder / "t.csv", "city,price\nOslo,3\n").string();
    CHECK_FALSE(run({"skyline", table}, without_opengl()).err.empty());
    CHECK(run_well({"skyline", table, "-q"}, without_opengl()) == "city,price\nOslo,3\n");
    check_refused(run({"sort", "gone.npy", "-q", "-o", array}, without_opengl()), 1, {"gone.npy"});
}

} // namespace shell_test
