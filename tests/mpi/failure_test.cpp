// What becomes of a command and its files if a rank dies, or somebody interrupts it.
#include "run_on_ranks.h"
#include "scanline/data/npy.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace scanline::mpi_failure_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Sorts six keys over three ranks, the second of which stops at one of its calls.
class StoppedSort {
public:
    explicit StoppedSort(int call) {
        data::write_npy<std::uint32_t>(path("keys.npy"), std::vector<std::uint32_t>{5, 3, 9, 1, 7, 2}, {6});
        data::write_file(path("sorted.npy"), "old");
        Setting setting;
        setting.program = SCANLINE_MPIRUN;
        setting.timeout = std::chrono::seconds(60); // of some 2
        setting.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                               {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                               {"SCANLINE_STOP_RANK", "1@" + std::to_string(call)}};
        program_.emplace(Arguments{"-n", "3", "--map-by", "slot:OVERSUBSCRIBE", "--bind-to", "none",
                                   SCANLINE_PROGRAM, "sort", path("keys.npy"), "-o", path("sorted.npy"),
                                   "--backend", "cpu"},
                         setting);
        REQUIRE(eventually([&] { return process_of(1, ") T ") != 0; }));
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    /// With this in its state; 0 if there is none.
    pid_t process_of(int rank, const std::string& state = "") const {
        for (const auto& entry : std::filesystem::directory_iterator("/proc"))
            if (text_of(entry.path() / "cmdline").starts_with(SCANLINE_PROGRAM) &&
                text_of(entry.path() / "cmdline").find(path("keys.npy")) != std::string::npos &&
                text_of(entry.path() / "environ").find(fmt::format("OMPI_COMM_WORLD_RANK={}", rank)) !=
                    std::string::npos &&
                text_of(entry.path() / "stat").find(state) != std::string::npos)
                return std::stoi(entry.path().filename());
        return 0;
    }

    Program& program() { return *program_; }

    void check_end(const std::string& message) {
        const Outcome outcome = program_->finish();
        INFO(outcome.err);
        CHECK((outcome.exit_code == 1 || outcome.exit_code == 128 + SIGINT)); // that of any rank
        CHECK_THAT(outcome.err, ContainsSubstring(message) && !ContainsSubstring("MPI_ABORT"));
    }

private:
    const TemporaryFolder folder_;
    std::optional<Program> program_;
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
    constexpr int while_writing = 20;
    StoppedSort sort(while_writing);
    const bool is_for_all = GENERATE(true, false);
    if (is_for_all)
        sort.program().send(SIGINT);
    else
        REQUIRE(kill(sort.process_of(0), SIGINT) == 0);
    sort.check_end(is_for_all ? "" : "rank 0");
    // mpirun lets the stopped rank go on for a second.
    const std::string sorted = sort.path("sorted.npy");
    CHECK((text_of(sorted) == "old" || (is_for_all && data::read_npy(sorted).shape.front() == 6)));
    REQUIRE(run_on_ranks(2, {"sort", sort.path("keys.npy"), "-o", sorted}).exit_code == 0);
    CHECK(std::distance(std::filesystem::directory_iterator(sort.path("")), {}) == 2);
}

TEST_CASE("An interrupt of one rank ends all, and nothing is written", "[repeat]") {
    constexpr int before_work = 3;
    StoppedSort sort(before_work);
    const pid_t stopped = sort.process_of(1);
    REQUIRE(kill(stopped, SIGINT) == 0);
    REQUIRE(kill(stopped, SIGCONT) == 0);
    sort.check_end("rank 1: interrupted: nothing was written");
    CHECK(text_of(sort.path("sorted.npy")) == "old");
}

} // namespace scanline::mpi_failure_test
