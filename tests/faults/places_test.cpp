// Outputs in hostile places, names that would command a terminal, and a module that waits in the current
// folder.
#include "cases.h"

#include "cli/outcome.h"
#include "data/files.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace scanline::test {

namespace fs = std::filesystem;

namespace {

std::vector<FaultCase> quick_cases() {
    std::vector<FaultCase> quick = fault_cases().all();
    std::erase_if(quick, [](const FaultCase& one) { return one.cost != Cost::low; });
    return quick;
}

/// A run whose output is a link to that place.
Outcome run_by_link(const FaultCase& one, const fs::path& place) {
    const FaultCases& cases = fault_cases();
    cases.prepare(one, false);
    const fs::path link = cases.folder() / one.outputs.front();
    fs::remove(link);
    fs::create_symlink(place, link);
    Outcome outcome = run(one.line, cases.setting(one));
    CHECK(fs::read_symlink(link) == place);
    fs::remove(link);
    return outcome;
}

/// A run by a user who may write nothing here: root, who may, becomes nobody.
Outcome run_unprivileged(Arguments line, Setting setting) {
    if (::geteuid() == 0) {
        setting.program = "/usr/bin/setpriv";
        const Arguments drop{"--reuid=65534", "--regid=65534", "--clear-groups", SCANLINE_PROGRAM};
        line.insert(line.begin(), drop.begin(), drop.end());
    }
    return run(line, setting);
}

} // namespace

TEST_CASE("An output that is a link is written through it, to a file or a device") {
    const FaultCases& cases = fault_cases();
    const TemporaryFolder elsewhere;
    const fs::path target = elsewhere / "target";
    for (const FaultCase& one : quick_cases()) {
        if (one.outputs.size() != 1 || !one.outputs.front().starts_with("o."))
            continue;
        INFO(one.name());
        cases.prepare(one, false);
        run_well(one.line, cases.setting(one));
        const std::string expected = data::test::get(cases.folder() / one.outputs.front());
        fs::remove(target);
        for (int run = 0; run < 2; ++run) { // new, and there already
            CHECK(run_by_link(one, target).exit_code == 0);
            CHECK(data::test::get(target) == expected);
            CHECK(data::test::names_in(elsewhere.path()).size() == 1);
            data::test::put(target, "old");
        }
        CHECK(run_by_link(one, "/dev/null").exit_code == 0);
        check_message(run_by_link(one, "/dev/full"), 1,
                      {"cannot write ", one.outputs.front(), "No space left"});
    }
}

TEST_CASE("An output in a folder of another user is refused, and named") {
    const FaultCases& cases = fault_cases();
    const fs::perms before = fs::status(cases.folder()).permissions(),
                    readable = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                               fs::perms::others_exec;
    if (::geteuid() == 0 &&
        (!fs::exists("/usr/bin/setpriv") || run_unprivileged({"--version"}, {}).exit_code != 0)) {
        WARN("not tried: root cannot run " << SCANLINE_PROGRAM << " as another user by setpriv (util-linux)");
        return;
    }
    for (const FaultCase& one : quick_cases()) {
        if (one.outputs.empty())
            continue;
        INFO(one.name());
        const Files files = cases.prepare(one, false);
        fs::permissions(cases.folder(), readable);
        const Outcome outcome = run_unprivileged(one.line, cases.setting(one));
        fs::permissions(cases.folder(), before);
        check_message(outcome, 1, {cases.folder().string(), "Permission denied"});
        CHECK(cases.files() == files);
    }
}

TEST_CASE("Names never reach a terminal raw") {
    const FaultCases& cases = fault_cases();
    for (const FaultCase& one : quick_cases())
        for (std::size_t i = 0; i < one.line.size(); ++i) {
            if (!one.line[i].starts_with(cases.folder().string()))
                continue;
            cases.prepare(one, false);
            Arguments line = one.line;
            line[i] = (cases.folder() / "a\x1b[2J\nb").string() + fs::path(line[i]).extension().string();
            std::erase(line, "-q");
            const Outcome outcome = run(line, cases.setting(one));
            INFO(fmt::format("{} with argument {}: {}", one.name(), i, outcome.err));
            CHECK(outcome.exit_code <= 2);
            CHECK((outcome.exit_code == 0 || lines_of(outcome.err).size() == 1));
            CHECK((outcome.out + outcome.err).find('\x1b') == std::string::npos);
        }
}

TEST_CASE("An archive that grows a thousandfold is refused before it fills the memory") {
    const TemporaryFolder folder;
    const std::string part = (folder / "part.gz").string(), table = (folder / "t.csv.gz").string();
    Setting setting = without_opengl();
    setting.program = "/bin/sh";
    run_well(
        {"-c",
         R"(head -c 100000000 /dev/zero | tr '\0' 1 | gzip > "$0"; for i in $(seq 30); do cat "$0"; done > "$1")",
         part, table},
        setting);
    REQUIRE(fs::file_size(table) < 3'100'000);
    setting.environment["MALLOC_ARENA_MAX"] = "1"; // what threads take must not count
    check_message(run({"-c", R"(ulimit -s 1024; ulimit -v 1500000; exec "$0" "$@")", SCANLINE_PROGRAM,
                       "skyline", table, "--backend", "cpu", "-o", (folder / "o.csv").string()},
                      setting),
                  1, {"cannot read ", table, "not enough memory for the ", " bytes that it needs"});
    CHECK(data::test::names_in(folder.path()).size() == 2);
}

TEST_CASE("The module for MPI is taken from beside the program, never from the current folder") {
    const TemporaryFolder install, current;
    fs::create_directories(install / "bin");
    fs::create_directories(current / "lib/scanline");
    fs::copy_file(SCANLINE_PROGRAM, install / "bin/scanline");
    data::test::put(current / "lib/scanline/scanline_mpi.so", "no module");
    Setting setting = without_opengl();
    setting.program = (install / "bin/scanline").string();
    setting.folder = current.path();
    setting.environment["OMPI_COMM_WORLD_SIZE"] = "2";
    check_refused(run({"list"}, setting), 1,
                  {"there is no " + (install / "lib/scanline/scanline_mpi.so").string()});
}

} // namespace scanline::test
