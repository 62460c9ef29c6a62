// Dead ranks and interrupts: the command ends, and its files stay whole.
#include "run_on_ranks.h"
#include "scanline/data/npy.h"
#include "support/text_file.h"

#include <csignal>
#include <filesystem>
#include <iterator>

namespace scanline::mpi_failure_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Sorts six keys over three ranks, one of which is killed or stopped: "RANK@CALL".
struct FaultySort {
    FaultySort(const char* fault, const std::string& place, Arguments options = {}) {
        data::write_npy<std::uint32_t>(keys, std::vector<std::uint32_t>{5, 3, 9, 1, 7, 2}, {6});
        data::write_file(sorted, "old");
        Setting setting;
        setting.program = SCANLINE_MPIRUN;
        setting.timeout = std::chrono::seconds(60); // of some 2
        setting.environment = {
            {"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}, {fault, place}};
        options.insert(options.end(), {"-n", "3", "--map-by", "slot:OVERSUBSCRIBE", "--bind-to", "none",
                                       SCANLINE_PROGRAM, "sort", keys, "-o", sorted, "--backend", "cpu"});
        program.emplace(options, setting);
    }

    /// The process of a rank in a state, once there is one.
    pid_t process_of(int rank, const std::string& state) const {
        const std::string number = fmt::format("OMPI_COMM_WORLD_RANK={}", rank);
        pid_t found = 0;
        REQUIRE(eventually([&] {
            for (const auto& entry : std::filesystem::directory_iterator("/proc"))
                if (const std::string command = text_of(entry.path() / "cmdline");
                    command.starts_with(SCANLINE_PROGRAM) && command.find(keys) != command.npos &&
                    text_of(entry.path() / "environ").find(number) != command.npos &&
                    text_of(entry.path() / "stat").find(") " + state) != command.npos)
                    found = std::stoi(entry.path().filename());
            return found != 0;
        }));
        return found;
    }

    void check_interrupted(const std::string& message) {
        const Outcome outcome = program->finish();
        INFO(outcome.err);
        CHECK((outcome.exit_code == 1 || outcome.exit_code == 128 + SIGINT)); // that of any rank
        CHECK_THAT(outcome.err, ContainsSubstring(message) && !ContainsSubstring("MPI_ABORT"));
    }

    const TemporaryFolder folder;
    const std::string keys = (folder / "keys.npy").string(), sorted = (folder / "sorted.npy").string();
    std::optional<Program> program;
};

} // namespace

TEST_CASE("A rank killed at any of its calls ends the command, and an older file stays whole", "[repeat]") {
    const TemporaryFolder folder;
    const std::string keys = (folder / "keys.npy").string(), sorted = (folder / "sorted.npy").string();
    data::write_npy<std::uint32_t>(keys, std::vector<std::uint32_t>{5, 3, 9, 1, 7, 2}, {6});
    const std::vector<std::uint32_t> older{1, 2, 3};
    // The last calls agree that the file is in place: it is the new one then.
    bool is_old = true, has_ended = false;
    for (int call = 1; !has_ended && call < 40; call += call < 4 ? 1 : 4) {
        data::write_npy<std::uint32_t>(sorted, older, {older.size()});
        const std::vector<std::byte> before = data::read_file(sorted);
        const Outcome outcome = run_on_ranks(3, {"sort", keys, "-o", sorted, "--backend", "cpu"},
                                             {{"SCANLINE_KILL_RANK", "1@" + std::to_string(call)}});
        INFO("call " << call << ": " << outcome.err);
        has_ended = outcome.exit_code == 0;
        const bool stayed = data::read_file(sorted) == before;
        CHECK((has_ended || outcome.exit_code > 2));
        CHECK((stayed || data::read_npy(sorted).shape == std::vector<std::size_t>{6}));
        CHECK((is_old || !stayed)); // from some call on, it is the new file
        is_old = stayed;
        if (!has_ended)
            CHECK(outcome.err.find("rank 1") != std::string::npos);
    }
    CHECK(has_ended);
    CHECK_FALSE(is_old);
    // The next command removes what a dead one left.
    REQUIRE(run_on_ranks(2, {"sort", keys, "-o", sorted, "--backend", "cpu"}).exit_code == 0);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("An interrupt ends ranks that wait for another, and an older file stays whole", "[repeat]") {
    FaultySort sort("SCANLINE_STOP_RANK", "1@20"); // while all write
    sort.process_of(1, "T");
    const bool is_for_all = GENERATE(true, false);
    if (is_for_all)
        sort.program->send(SIGINT);
    else
        REQUIRE(kill(sort.process_of(0, ""), SIGINT) == 0);
    sort.check_interrupted(is_for_all ? "" : "rank 0");
    // mpirun lets the stopped rank go on for a second.
    CHECK((text_of(sort.sorted) == "old" || (is_for_all && data::read_npy(sort.sorted).shape.front() == 6)));
    REQUIRE(run_on_ranks(2, {"sort", sort.keys, "-o", sort.sorted}).exit_code == 0);
    CHECK(std::distance(std::filesystem::directory_iterator(sort.folder.path()), {}) == 2);
}

TEST_CASE("An interrupt of one rank ends all, and nothing is written", "[repeat]") {
    FaultySort sort("SCANLINE_STOP_RANK", "1@3"); // before its work
    const pid_t stopped = sort.process_of(1, "T");
    REQUIRE((kill(stopped, SIGINT) == 0 && kill(stopped, SIGCONT) == 0));
    sort.check_interrupted("rank 1: interrupted: nothing was written");
    CHECK(text_of(sort.sorted) == "old");
}

TEST_CASE("Where MPI can go on, the others run the command again without a dead rank", "[repeat]") {
    const auto [rank, call] = GENERATE(std::pair{0, 5}, std::pair{1, 20}, std::pair{2, 21});
    FaultySort sort("SCANLINE_KILL_RANK", fmt::format("{}@{}", rank, call), {"--with-ft", "ulfm"});
    const Outcome outcome = sort.program->finish();
    if (outcome.err.find("unknown option") != std::string::npos) {
        WARN("not tried: " << outcome.err);
        return;
    }
    INFO(outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK_THAT(outcome.err, ContainsSubstring(fmt::format("scanline: rank {} on ", rank)) &&
                                ContainsSubstring(" ended; going on with 2 ranks\n"));
    CHECK_THAT(outcome.out, ContainsSubstring("ranks      2") && !ContainsSubstring("ranks      3"));
    REQUIRE(run({"sort", sort.keys, "-o", sort.keys, "--backend", "cpu"}).exit_code == 0);
    CHECK((data::read_file(sort.keys) == data::read_file(sort.sorted)));
}

} // namespace scanline::mpi_failure_test
